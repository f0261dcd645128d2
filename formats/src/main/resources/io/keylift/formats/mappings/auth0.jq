# Auth0: export of users, file of password hashes, and bulk import file.
module {
  "title": "Auth0",
  "kinds": ["users"],
  "passes": 2,
  "lists": ["/users"],
  "signatures": [
    {"in": "json", "keys": ["/user_id", "/identities"]},
    {"in": "json", "keys": ["/_id", "/passwordHash"]},
    {"in": "json", "keys": ["/email", "/custom_password_hash"]},
    {"in": "json", "keys": ["/email", "/password_hash"]},
    {"in": "json", "values": {"/user_id": "[a-z0-9-]+\\|.+"}},
    {"in": "json", "keys": ["/email", "/mfa_factors"]},
    {"in": "csv", "keys": ["user_id", "email_verified"]}
  ],
  "leftOut": {
    "/user_id": "id of the old system; keep it by adding it to `attributes` of the mapping",
    "/name": "Keycloak has first and last name",
    "/last_ip": "past sign-in", "/last_login": "past sign-in", "/logins_count": "past sign-in",
    "/last_password_reset": "past event", "/updated_at": "past event",
    "/multifactor": "says only that there is a second factor; ask Auth0 for the secrets",
    "/identities/*/connection": "name of a connection of Auth0", "/identities/*/isSocial": "follows from the provider",
    "/identities/*/access_token": "token of the old session", "/identities/*/profileData": "copy of the provider's profile"
  }
};

def provider: {
  "google-oauth2": "google", "windowslive": "microsoft", "waad": "microsoft", "facebook": "facebook", "github": "github",
  "linkedin": "linkedin-openid-connect", "twitter": "twitter", "apple": "apple", "bitbucket": "bitbucket"
}[.provider] // .connection // .provider;

def custom:
  .hash.value as $hash | (.hash.encoding // "utf8") as $encoding | .salt as $salt | ($salt.encoding // "utf8") as $salted
  | if (.password.encoding // "utf8") != "utf8" then null
    elif .algorithm | one_of(["argon2", "bcrypt", "pbkdf2", "ldap"]) then $hash
    elif .algorithm == "scrypt" then
      ($hash | recode($encoding; "base64")) as $h | ($salt.value // "" | recode($salted; "base64")) as $s
      | if $h == null or $s == null then null
        else "$scrypt$ln=\((.cost // 16384) | log2 | floor | tostring | split(".")[0]),r=\(.blockSize // 8),p=\(.parallelization // 1)$\($s)$\($h)" end
    elif (.algorithm | one_of(["sha1", "sha256", "sha512"])) and $salt.position == "suffix" then
      ($hash | recode($encoding; "hex")) as $h | ($salt.value // "" | recode($salted; "hex")) as $s
      | if $h == null or $s == null or $s == "" then null
        else {"sha1": "{SSHA}", "sha256": "{SSHA256}", "sha512": "{SSHA512}"}[.algorithm] + ($h + $s | recode("hex"; "base64"))
        end
    else null end;

def hash($user):
  $user.password_hash
  // (if $user.custom_password_hash then $user.custom_password_hash | custom else null end)
  // ([ $user.identities[]? | select(.provider == "auth0") | .user_id | tostring | kept("hashes"; .)[] ]
      | .[0])
  // (($user.user_id // "" | tostring | ltrimstr("auth0|")) as $id | kept("hashes"; $id)[0]);

# A table has one column for each field of the metadata, such as user_metadata.country.
def attributes:
  {picture: .picture | texts, phoneNumber: .phone_number | texts}
  + (starting("user_metadata.") | map_values(texts)) + (starting("app_metadata.") | map_values(texts))
  + ((.user_metadata // {}) | if type == "object" then map_values(texts) else {} end)
  + ((.app_metadata // {}) | if type == "object" then map_values(texts) else {} end);

def user:
  . as $user | hash($user) as $hash
  | {
      username: (.username // .email // .phone_number // .user_id),
      email,
      emailVerified: (.email_verified | truth),
      enabled: (.blocked | truth | . != true),
      firstName: (.given_name // (.name | names | .first)),
      lastName: (.family_name // (.name | names | .last)),
      createdTimestamp: (.created_at | millis),
      attributes: attributes,
      credentials: [
        (if $hash then {type: "password", hash: $hash} else empty end),
        (.mfa_factors[]?.totp.secret | select(.) | {type: "otp", seed: ., userLabel: "Auth0"})
      ],
      federatedIdentities: [
        (if .identities then .identities[] else (.user_id // "" | split("|") | select(length == 2) | {provider: .[0], connection: .[0], user_id: .[1]}) end)
        | select(.provider != "auth0")
        | {identityProvider: provider, userId: (.user_id | tostring), userName: ($user.email // $user.username // (.user_id | tostring))}
      ]
    } | tidy;

if .passwordHash and ._id then
  if $pass == "keep" then {keep: "hashes", key: (._id."$oid"? // ._id), value: .passwordHash} else empty end
elif $pass == "keep" then empty
else
  user,
  (select(.custom_password_hash and (.custom_password_hash | custom) == null)
    | {leftOut: "/custom_password_hash", reason: "a hash in \(.custom_password_hash.algorithm) that Keylift cannot verify"}),
  (.mfa_factors[]? | select(.totp.secret | not) | {leftOut: "/mfa_factors/*", reason: "a second factor by telephone or e-mail"})
end
