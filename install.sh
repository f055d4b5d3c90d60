#!/bin/sh
# Installs into Claude Code and Codex, and out again; safe to run again. bin/auto-tools does the work.
here=$(PATH=/usr/bin:/bin:$PATH; dirname "$(readlink -f "$0")")
action=install hook='' codex='' global=''
usage='usage: install.sh --with-hook | --with-codex [--global] [--uninstall | --verify]
  --with-hook    Claude Code: hook in ~/.claude, registered in its settings.json
  --with-codex   Codex: hook in ~/.codex, registered in its hooks.json, and codex-auto
  --global       codex-auto also goes to /usr/local/bin
  --uninstall    take both out again (or the one that is named)
  --verify       check both (or the one that is named)'
for flag; do
  case $flag in
    --with-hook) hook=claude ;;
    --with-codex) codex=codex ;;
    --global) global=--global ;;
    --uninstall | --verify)
      [ "$action" = install ] || [ "$action" = "${flag#--}" ] || {
        echo "install.sh: --uninstall and --verify do not go together; run one after the other" >&2; exit 20
      }
      action=${flag#--} ;;
    -h | --help) echo "$usage"; exit 0 ;;
    *) echo "install.sh: unknown argument $flag
$usage" >&2; exit 20 ;;
  esac
done
client=$hook$codex; [ "$client" = claudecodex ] && client=all
case $action$client in
  install) echo "install.sh: say what to install
$usage" >&2; exit 20 ;;
  install*) exec "$here/bin/auto-tools" install "$client" --yes $global ;;
  uninstall*) exec "$here/bin/auto-tools" uninstall ${client:+"$client"} --yes ;;
  verify*) exec "$here/bin/auto-tools" verify ${client:+"$client"} ;;
esac
