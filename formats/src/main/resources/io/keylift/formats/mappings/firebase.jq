# Firebase Authentication: firebase auth:export as JSON or CSV, beside a file with the parameters of the hashes.
module {
  "title": "Firebase Authentication",
  "kinds": ["users"],
  "passes": 2,
  "lists": ["/users"],
  "columns": ["localId", "email", "emailVerified", "passwordHash", "salt", "displayName", "photoUrl",
    "google.id", "google.email", "google.name", "google.photo", "facebook.id", "facebook.email", "facebook.name", "facebook.photo",
    "twitter.id", "twitter.email", "twitter.name", "twitter.photo", "github.id", "github.email", "github.name", "github.photo",
    "createdAt", "lastSignedInAt", "phoneNumber", "disabled", "customAttributes", "end"],
  "signatures": [
    {"in": "json", "at": "/users", "keys": ["/localId"]},
    {"in": "json", "keys": ["/base64_signer_key"]},
    {"in": "csv", "cells": {"2": "(true|false)?", "23": "\\d{12,14}", "25": "(\\+?\\d+)?"}},
    {"in": "parameters"}
  ],
  "leftOut": {
    "/lastSignedInAt": "past sign-in", "/lastRefreshAt": "past sign-in", "/validSince": "past event",
    "/passwordUpdatedAt": "past event", "/version": "version of the hash", "/screenName": "name at a provider",
    "/mfaInfo": "a second factor by telephone", "/tenantId": "tenant of Firebase", "/photoUrl": "picture at a provider",
    "/google.name": "name at a provider", "/google.photo": "picture at a provider",
    "/facebook.name": "name at a provider", "/facebook.photo": "picture at a provider",
    "/twitter.name": "name at a provider", "/twitter.photo": "picture at a provider",
    "/github.name": "name at a provider", "/github.photo": "picture at a provider",
    "/providerUserInfo/*/displayName": "name at a provider", "/providerUserInfo/*/photoUrl": "picture at a provider",
    "/providerUserInfo/*/federatedId": "follows from the id", "/providerUserInfo/*/screenName": "name at a provider"
  }
};

def parameters: kept("hash_config"; "")[0];

def password($of):
  if .passwordHash == null or .salt == null or $of == null then null
  else "$firescrypt$ln=\($of.mem_cost),r=\($of.rounds),p=1$\(.salt)$\(.passwordHash)$\($of.base64_salt_separator)$\($of.base64_signer_key)" end;

def alias: {"google.com": "google", "facebook.com": "facebook", "twitter.com": "twitter", "github.com": "github",
  "apple.com": "apple", "microsoft.com": "microsoft", "gc.apple.com": "apple", "yahoo.com": "yahoo"}[.] // .;

def identities:
  . as $user
  | [(.providerUserInfo[]? | select(.providerId | one_of(["password", "phone", "emailLink", "firebase"]) | not)
      | {identityProvider: (.providerId | alias), userId: .rawId, userName: (.email // $user.email // .rawId)}),
     (("google", "facebook", "twitter", "github") as $name | select(.["\($name).id"])
      | {identityProvider: $name, userId: .["\($name).id"], userName: (.["\($name).email"] // .email // .["\($name).id"])})];

if .base64_signer_key then
  if $pass == "keep" then {keep: "hash_config", key: "", value: .} else empty end
elif $pass == "keep" then empty
else
  (.displayName | names) as $name | (.customAttributes // "{}" | if type == "string" then (fromjson? // {}) else . end) as $claims
  | parameters as $parameters | password($parameters) as $hash
  | ({
      username: (.email // .phoneNumber // .localId),
      email,
      emailVerified: (.emailVerified | truth),
      enabled: (.disabled | truth | . != true),
      firstName: $name.first,
      lastName: $name.last,
      createdTimestamp: (.createdAt | millis),
      attributes: ({firebaseUid: .localId | texts, phoneNumber: .phoneNumber | texts, photoUrl: .photoUrl | texts}
        + (if $claims | type == "object" then $claims | map_values(texts) else {} end)),
      credentials: [if $hash then {type: "password", hash: $hash} else empty end],
      federatedIdentities: identities
    } | tidy),
    (if .passwordHash and ($parameters | not)
      then {leftOut: "/passwordHash", reason: "the parameters of the hashes are missing; give hash_config of the console as a second file"} else empty end),
    (if .mfaInfo then {leftOut: "/mfaInfo", reason: "a second factor by telephone"} else empty end)
end
