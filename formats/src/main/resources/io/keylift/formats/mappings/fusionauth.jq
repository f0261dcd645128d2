# FusionAuth: file of the bulk import, and pages of the search for users.
module {
  "title": "FusionAuth",
  "kinds": ["users"],
  "lists": ["/users"],
  "signatures": [
    {"in": "json", "at": "/users", "keys": ["/encryptionScheme"]},
    {"in": "json", "at": "/users", "keys": ["/registrations"]},
    {"in": "json", "at": "/users", "keys": ["/active", "/verified"]},
    {"in": "json", "at": "/users", "keys": ["/insertInstant"]},
    {"in": "json", "at": "/users", "keys": ["/tenantId", "/data"]}
  ],
  "options": {
    "group.<groupId>": "path in Keycloak of a group of FusionAuth, such as /staff",
    "client.<applicationId>": "client in Keycloak of an application of FusionAuth"
  },
  "leftOut": {
    "/lastUpdateInstant": "past event", "/lastLoginInstant": "past sign-in", "/passwordLastUpdateInstant": "past event",
    "/tenantId": "tenant of FusionAuth", "/usernameStatus": "moderation of FusionAuth", "/uniqueUsername": "made by FusionAuth",
    "/connectorId": "connector of FusionAuth", "/breachedPasswordStatus": "state of FusionAuth",
    "/factor": "a part of the hash", "/memberships/*/id": "id of FusionAuth", "/memberships/*/insertInstant": "past event",
    "/twoFactor/recoveryCodes": "FusionAuth's recovery codes are no hashes of Keycloak's form",
    "/twoFactor/methods/*/id": "id of FusionAuth", "/fullName": "Keycloak has first and last name"
  }
};

def known: ["salted-pbkdf2-hmac-sha256", "salted-pbkdf2-hmac-sha256-512", "salted-pbkdf2-hmac-sha512-512"];

def password:
  if .password == null or .encryptionScheme == null then null
  elif .encryptionScheme == "bcrypt" then
    {type: "password", hash: (if .password | startswith("$2") then .password else "$2b$\("0\(.factor)"[-2:])$\(.salt)\(.password)" end)}
  elif .encryptionScheme | one_of(known) then
    {type: "password", algorithm: .encryptionScheme, hashIterations: .factor, salt: .salt, hash: .password}
  else null end;

def otp: {
  type: "otp", seed: .secret, seedEncoding: "base64", digits: .authenticator.codeLength, period: .authenticator.timeStep,
  algorithm: .authenticator.algorithm, userLabel: (.name // .method)
} | tidy;

. as $user | password as $password
| ({
    id,
    username: (.username // .email),
    email,
    emailVerified: (.verified | truth),
    enabled: (if .active == null then true else .active | truth end),
    firstName: (.firstName // (.fullName | names | .first)),
    lastName: (.lastName // (.fullName | names | .last)),
    createdTimestamp: (.insertInstant | millis),
    attributes: ({
        birthDate: .birthDate | texts, mobilePhone: .mobilePhone | texts, timezone: .timezone | texts,
        middleName: .middleName | texts, imageUrl: .imageUrl | texts, parentEmail: .parentEmail | texts,
        preferredLanguages: .preferredLanguages | texts
      } + ((.data // {}) | map_values(texts))),
    credentials: [
      (if $password and .passwordChangeRequired == true then $password + {temporary: true} else $password // empty end),
      (.twoFactor.methods[]? | select(.method == "authenticator" and .secret) | otp)
    ],
    groups: [.memberships[]? | $options["group.\(.groupId)"] // empty],
    clientRoles: (reduce (.registrations[]? | select(.roles)) as $each ({};
      $options["client.\($each.applicationId)"] as $client
      | if $client then .[$client] = $each.roles else . end))
  } | tidy),
  (if .password and ($password | not) then {leftOut: "/password", reason: "a hash in \(.encryptionScheme) that Keylift cannot verify"} else empty end),
  (.memberships[]? | select($options["group.\(.groupId)"] | not) | {leftOut: "/memberships/*/groupId", reason: "without the option group.\(.groupId)"}),
  (.registrations[]? | select(.roles and ($options["client.\(.applicationId)"] | not)) | {leftOut: "/registrations/*/roles", reason: "without the option client.\(.applicationId)"}),
  (.twoFactor.methods[]? | select(.method != "authenticator") | {leftOut: "/twoFactor/methods/*", reason: "a second factor by \(.method)"})
