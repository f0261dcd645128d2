# SPDX-FileCopyrightText: The Keylift authors
# SPDX-License-Identifier: Apache-2.0
#
# Reads "+ SIGNAL TARGET" and "- TARGET" lines; a target is a process id, or the path of a file that starts with one.
# The pipe ends when the JVM that feeds it is gone, however it went. Whatever is still on the list then gets its
# signal, newest first, twice a second, and after ten seconds SIGKILL.

# Ctrl-C reaches the whole process group: the watchdog has to outlive it.
trap '' INT TERM HUP

list=
while read -r verb rest; do
    case $verb in
        +) list="$rest
$list" ;;
        -) list=$(printf '%s' "$list" | while read -r signal target; do
            [ "$target" = "$rest" ] || printf '%s %s\n' "$signal" "$target"
        done)
            list="$list
" ;;
    esac
done

# Signals what is alive; says so by its exit code.
signal_all() {
    printf '%s' "$list" | {
        alive=1
        while read -r signal target; do
            case $target in
                /*) pid=$(head -n 1 "$target" 2>/dev/null) ;;
                *) pid=$target ;;
            esac
            [ -n "$pid" ] && kill -s "${1:-$signal}" "$pid" 2>/dev/null && alive=0
        done
        return $alive
    }
}

# Two seconds at least: a server that was being started may only now write its process id.
round=0
while [ $round -lt 20 ]; do
    signal_all || [ $round -lt 4 ] || exit 0
    sleep 0.5
    round=$((round + 1))
done
signal_all KILL
exit 0
