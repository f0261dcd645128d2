# Clerk: the CSV file of the dashboard, and pages of GET /v1/users.
module {
  "title": "Clerk",
  "kinds": ["users"],
  "lists": ["/data"],
  "signatures": [
    {"in": "csv", "keys": ["primary_email_address", "password_digest"]},
    {"in": "csv", "keys": ["primary_email_address", "verified_email_addresses"]},
    {"in": "json", "keys": ["/email_addresses", "/primary_email_address_id"]},
    {"in": "json", "keys": ["/primary_email_address", "/password_digest"]}
  ],
  "options": {},
  "leftOut": {
    "/password_hasher": "a part of the hash", "/object": "kind of the object", "/updated_at": "past event", "/last_sign_in_at": "past sign-in",
    "/last_active_at": "past sign-in", "/image_url": "picture at Clerk", "/has_image": "picture at Clerk", "/profile_image_url": "picture at Clerk",
    "/password_enabled": "Clerk gives out hashes by its CSV file only", "/totp_enabled": "Clerk gives out secrets by its CSV file only",
    "/two_factor_enabled": "Clerk gives out secrets by its CSV file only", "/backup_code_enabled": "users make new recovery codes",
    "/unverified_phone_numbers": "numbers that are not verified", "/passkeys": "bound to the domain of Clerk", "/web3_wallets": "wallets"
  }
};

def list: if type == "array" then . elif type == "string" then split("|") | map(select(. != "")) else [] end;

def password:
  .password_digest as $digest
  | if $digest == null then null
    elif .password_hasher | one_of(["md5", "md5_salted", "sha256", "sha256_salted", "sha512_symfony", "awscognito", "sha1"]) then null
    elif .password_hasher == "scrypt_firebase" then ($digest | split("$")) as $part
      | if $part | length == 6 then {type: "password", hash: "$firescrypt$ln=\($part[5]),r=\($part[4]),p=1$\($part[1])$\($part[0])$\($part[3])$\($part[2])"} else null end
    else {type: "password", hash: $digest} end;

. as $user
| ([.email_addresses[]? | select(.id == $user.primary_email_address_id)][0] // .email_addresses[0]?) as $address
| (.primary_email_address // $address.email_address) as $email
| ((.verified_email_addresses | list) + [.email_addresses[]? | select(.verification.status == "verified") | .email_address]) as $verified
| ((.verified_phone_numbers | list) + [.phone_numbers[]? | .phone_number]) as $phones
| ((.unverified_email_addresses | list) + [.email_addresses[]? | .email_address]) as $others
| password as $password
| ({
    username: (.username // $email // .primary_phone_number // $phones[0] // .id),
    email: $email,
    emailVerified: (if $email then $email | one_of($verified) else null end),
    enabled: ((.banned | truth) != true and (.locked | truth) != true),
    firstName: .first_name,
    lastName: .last_name,
    createdTimestamp: (.created_at | millis),
    attributes: ({
        clerkId: .id | texts, externalId: .external_id | texts,
        phoneNumber: ([.primary_phone_number // empty] + ($phones - [$user.primary_phone_number])),
        secondEmail: ($verified + $others - [$email])
      } + (.public_metadata // {} | if type == "string" then (fromjson? // {}) else . end | map_values(texts))
        + (.private_metadata // {} | if type == "string" then (fromjson? // {}) else . end | map_values(texts))
        + (.unsafe_metadata // {} | if type == "string" then (fromjson? // {}) else . end | map_values(texts))),
    credentials: [
      ($password // empty),
      (.totp_secret // empty | {type: "otp", seed: ., userLabel: "Clerk"})
    ],
    federatedIdentities: [.external_accounts[]? | {identityProvider: (.provider | ltrimstr("oauth_") | ltrimstr("custom_")),
      userId: (.provider_user_id // .google_id // .id), userName: (.email_address // .username // $email)}]
  } | .attributes.secondEmail |= unique | tidy),
  (if .password_digest and ($password | not) then {leftOut: "/password_digest", reason: "a hash in \(.password_hasher) that Keylift cannot verify"} else empty end)
