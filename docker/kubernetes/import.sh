#!/bin/sh
# SPDX-FileCopyrightText: The Keylift authors
# SPDX-License-Identifier: Apache-2.0
#
# Imports the files of a directory in the order of their names, and ends at the first import that does not complete.
# The name of a file says what it has: a number, the kind, the format: 10-organizations.ndjson, 20-users.csv.gz
#
#   SERVER      address of Keycloak
#   REALM       realm to import into
#   JOB         name of this import; sent again under the same name, an import goes on behind its last committed chunk
#   PARAMETERS  parameters of each import, such as ifExists=merge
#   CLIENT      directory with the files client-id and client-secret, of a client with a service account
#   INPUT       directory with the files to import
#   WORK        directory for the token
set -eu
umask 077

# No secret is an argument: arguments are seen by every process.
authorize() {
  token=$(curl -sS --fail-with-body "$SERVER/realms/$REALM/protocol/openid-connect/token" \
    -d grant_type=client_credentials --data-urlencode "client_id@$CLIENT/client-id" \
    --data-urlencode "client_secret@$CLIENT/client-secret" | sed -n 's/.*"access_token":"\([^"]*\)".*/\1/p')
  if [ -z "$token" ]; then
    echo "The realm $REALM gives no token to the client of $CLIENT" >&2
    exit 1
  fi
  printf 'Authorization: Bearer %s\n' "$token" > "$WORK/authorization"
}

import_file() {
  file=${1##*/}
  plain=${file%.gz}
  kind=${plain#*-}
  kind=${kind%.*}
  case "$plain" in
    *.ndjson) type=application/x-ndjson ;;
    *.json) type=application/json ;;
    *.csv) type=text/csv ;;
    *) echo "$file is neither .ndjson, .json nor .csv" >&2; exit 1 ;;
  esac
  encoding=identity
  [ "$plain" = "$file" ] || encoding=gzip
  echo "$file"
  # Rejects have keys of people: they stay with the job, and out of this log.
  curl -sS --no-buffer --fail-with-body -X POST -T "$1" -H "@$WORK/authorization" \
    -H "Content-Type: $type" -H "Content-Encoding: $encoding" \
    "$SERVER/admin/realms/$REALM/bulk-import/$kind?job=$JOB-${file%%.*}&results=summary${PARAMETERS:+&$PARAMETERS}" \
    | tee "$WORK/answer"
  if ! grep '"type":"summary"' "$WORK/answer" | grep -q '"status":"COMPLETED"'; then
    echo "The import of $file did not complete. Send it again with the same JOB to go on" >&2
    exit 1
  fi
}

for input in "$INPUT"/*-*.*; do
  if [ ! -f "$input" ]; then
    echo "There is no file to import in $INPUT" >&2
    exit 1
  fi
  # Each file gets a token of its own. An import outlives its token.
  authorize
  import_file "$input"
done
