"""Third stage: prompt -> signals -> intent. Pure functions, Chinese and English alike, no I/O."""
