# Ory Kratos: pages of GET /admin/identities with include_credential, and import files.
module {
  "title": "Ory Kratos",
  "kinds": ["users"],
  "lists": ["/identities", "/create", "/items"],
  "signatures": [{"in": "json", "keys": ["/schema_id", "/traits"]}, {"in": "json", "keys": ["/traits", "/credentials"]}, {"in": "json", "keys": ["/create/traits"]}],
  "options": {"organization.<id>": "alias in Keycloak of an organization of Ory"},
  "leftOut": {
    "/schema_id": "schema of Kratos", "/schema_url": "schema of Kratos", "/state_changed_at": "past event", "/updated_at": "past event",
    "/recovery_addresses": "recovery uses the e-mail address", "/external_id": "see `attributes` of the mapping",
    "/credentials/password/type": "follows from the place", "/credentials/password/version": "version of the form",
    "/credentials/password/identifiers": "names of the sign-in", "/credentials/password/created_at": "past event",
    "/credentials/password/updated_at": "past event",
    "/credentials/totp/type": "follows from the place", "/credentials/totp/identifiers": "id of the identity",
    "/credentials/lookup_secret": "recovery codes; users make new ones",
    "/credentials/code": "codes by e-mail or telephone", "/verifiable_addresses/*/id": "id of Kratos",
    "/verifiable_addresses/*/via": "kind of the address", "/verifiable_addresses/*/status": "follows from verified"
  }
};

def email: .traits.email? // .traits.emails[0]? // ([.verifiable_addresses[]? | select(.via == "email") | .value][0])
  // ([.credentials.password.identifiers[]? | select(contains("@"))][0]);

def keys($type): .[]? | {type: $type, userLabel: (.display_name | if . == "" then null else . end), credentialId: .id, publicKey: .public_key,
  signCount: .authenticator.sign_count, aaguid: (.authenticator.aaguid | if . == null then null else (recode("base64"; "hex") | if . == null or length != 32 then null
    else .[0:8] + "-" + .[8:12] + "-" + .[12:16] + "-" + .[16:20] + "-" + .[20:] end) end)} | tidy;

(.create // .) | email as $email
| (.traits.name? | if type == "string" then names else {first: (.first? // .first_name? // .given?), last: (.last? // .last_name? // .family?)} end) as $name
| ({
    id,
    username: (.traits.username? // $email // .credentials.password.identifiers[0]? // .traits.phone? // .id),
    email: $email,
    emailVerified: any(.verifiable_addresses[]?; .value == $email and .verified == true),
    enabled: (.state != "inactive"),
    firstName: ($name.first // .traits.first_name? // .traits.firstName? // .traits.given_name?),
    lastName: ($name.last // .traits.last_name? // .traits.lastName? // .traits.family_name?),
    createdTimestamp: (.created_at | millis),
    attributes: ((.traits // {} | rest(["email", "emails", "username", "name", "first_name", "last_name", "firstName", "lastName", "given_name", "family_name"]) | map_values(texts))
      + (.metadata_public // {} | map_values(texts)) + (.metadata_admin // {} | map_values(texts))),
    credentials: [
      (.credentials.password.config.hashed_password? // empty | {type: "password", hash: .}),
      (.credentials.password.config.password? // empty | {type: "password", value: .}),
      (.credentials.totp.config.totp_url? // empty | {type: "otp", otpauth: .}),
      (.credentials.webauthn.config.credentials? // [] | map(select(.is_passwordless != true)) | keys("webauthn")),
      (.credentials.webauthn.config.credentials? // [] | map(select(.is_passwordless == true)) | keys("webauthn-passwordless")),
      (.credentials.passkey.config.credentials? // [] | keys("webauthn-passwordless"))
    ],
    federatedIdentities: [((.credentials.oidc.config.providers? // [])[], (.credentials.saml.config.providers? // [])[])
      | {identityProvider: .provider, userId: .subject, userName: ($email // .subject)}],
    organizations: [.organization_id // empty | $options["organization.\(.)"] // empty | {alias: .}]
  } | tidy),
  (if .organization_id and ($options["organization.\(.organization_id)"] | not)
    then {leftOut: "/organization_id", reason: "without the option organization.\(.organization_id)"} else empty end)
