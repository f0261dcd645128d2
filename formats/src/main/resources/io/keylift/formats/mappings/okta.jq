# Okta: pages of GET /api/v1/users.
module {
  "title": "Okta",
  "kinds": ["users"],
  "signatures": [{"in": "json", "keys": ["/profile/login", "/status"]}, {"in": "json", "keys": ["/profile/login", "/credentials"]}],
  "leftOut": {
    "/activated": "past event", "/statusChanged": "past event", "/lastLogin": "past sign-in", "/lastUpdated": "past event",
    "/passwordChanged": "past event", "/type": "user type of Okta", "/transitioningToStatus": "state of Okta",
    "/_links": "addresses of Okta's API", "/_embedded": "copies of other objects", "/realmId": "realm of Okta",
    "/profile/locale": "needs internationalization in the realm",
    "/credentials/provider": "says who verified the password; Okta gives out no hash",
    "/credentials/recovery_question": "Keycloak has no recovery questions",
    "/credentials/emails/*/type": "follows from the address"
  }
};

def hash:
  if . == null then null
  elif .algorithm == "BCRYPT" then
    {type: "password", hash: "$2b$\("0\(.workFactor // 10)"[-2:])$\(.salt)\(.value)"}
  elif .algorithm == "PBKDF2" then
    {type: "password", algorithm: (if .digestAlgorithm == "SHA512_HMAC" then "pbkdf2-sha512" elif .digestAlgorithm == "SHA1_HMAC" then "pbkdf2-sha1" else "pbkdf2-sha256" end),
     hashIterations: .iterationCount, salt: .salt, hash: .value}
  elif (.algorithm | one_of(["SHA-1", "SHA-256", "SHA-512"])) and .saltOrder == "POSTFIX" then
    {type: "password", hash: ({"SHA-1": "{SSHA}", "SHA-256": "{SSHA256}", "SHA-512": "{SSHA512}"}[.algorithm]
      + ((.value | recode("base64"; "hex")) + (.salt | recode("base64"; "hex")) | recode("hex"; "base64")))}
  else null end;

. as $user
| {
    username: .profile.login,
    email: .profile.email,
    emailVerified: (if .credentials.emails then any(.credentials.emails[]; .value == $user.profile.email and .status == "VERIFIED") else .status != "STAGED" and .status != "PROVISIONED" end),
    enabled: (.status == null or (.status | one_of(["ACTIVE", "PASSWORD_EXPIRED", "RECOVERY"]))),
    firstName: (.profile.firstName // (.profile.displayName | names | .first)),
    lastName: (.profile.lastName // (.profile.displayName | names | .last)),
    createdTimestamp: (.created | millis),
    requiredActions: (if .status == "PASSWORD_EXPIRED" then ["UPDATE_PASSWORD"] else null end),
    attributes: ({oktaId: .id | texts}
      + (.profile | rest(["login", "email", "firstName", "lastName", "locale"]) | map_values(texts))),
    credentials: [.credentials.password | hash // (.hash? | hash) // empty]
  } | tidy
