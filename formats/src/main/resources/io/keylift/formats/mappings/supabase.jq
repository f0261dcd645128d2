# Supabase: tables auth.users, auth.identities and auth.mfa_factors as CSV or JSON, and pages of the Admin API.
module {
  "title": "Supabase Auth",
  "kinds": ["users"],
  "passes": 2,
  "lists": ["/users"],
  "signatures": [
    {"in": "csv", "keys": ["encrypted_password", "raw_user_meta_data"]},
    {"in": "csv", "keys": ["user_id", "identity_data", "provider"]},
    {"in": "csv", "keys": ["user_id", "factor_type", "secret"]},
    {"in": "json", "keys": ["/encrypted_password", "/raw_user_meta_data"]},
    {"in": "json", "keys": ["/aud", "/app_metadata", "/user_metadata"]},
    {"in": "json", "keys": ["/user_id", "/factor_type", "/secret"]},
    {"in": "json", "keys": ["/user_id", "/identity_data"]}
  ],
  "options": {"at": "a day such as 2026-11-30: bans that end before it are over"},
  "leftOut": {
    "/instance_id": "id of Supabase", "/aud": "audience of old tokens", "/role": "role of the database in old tokens",
    "/last_sign_in_at": "past sign-in", "/updated_at": "past event", "/invited_at": "past event", "/confirmed_at": "past event",
    "/is_super_admin": "role of Supabase", "/is_sso_user": "state of Supabase", "/is_anonymous": "state of Supabase",
    "/raw_app_meta_data": "names of providers", "/confirmation_sent_at": "past event", "/recovery_sent_at": "past event",
    "/email_change_sent_at": "past event", "/confirmation_token": "pending request", "/recovery_token": "pending request",
    "/phone_confirmed_at": "Keycloak has no verified telephone numbers", "/app_metadata/provider": "name of the first provider",
    "/app_metadata/providers": "names of providers"
  }
};

# A ban that ended before this mapping was written is over, whatever the day.
def over: (millis) as $until | ($options.at // "2026-12-01" | millis) as $now | $until != null and $until < $now;

def object: if type == "string" then (fromjson? // {}) elif type == "object" then . else {} end;

def identities($user):
  ((.identities? // []) + kept("identities"; .id))
  | map(select(.provider != "email" and .provider != "phone")
    | {identityProvider: .provider, userId: (.provider_id // (.identity_data | object | .sub) // .id | tostring), userName: ($user.email // $user.id)});

if .identity_data and .user_id then
  if $pass == "keep" then {keep: "identities", key: .user_id, value: {provider, provider_id, identity_data, id}} else empty end
elif .factor_type and .user_id then
  if $pass == "keep" then {keep: "factors", key: .user_id, value: {factor_type, status, secret, friendly_name}} else empty end
elif $pass == "keep" then empty
else
  (.raw_user_meta_data // .user_metadata | object) as $meta | (.raw_app_meta_data // .app_metadata | object) as $app
  | (($meta.full_name // $meta.name) | names) as $name | . as $user | (kept("factors"; .id) + (.factors? // [])) as $factors
  | ({
      id,
      username: (.email // .phone // .id),
      email,
      emailVerified: ((.email_confirmed_at // .confirmed_at) != null and .email != null),
      enabled: ((.banned_until == null or (.banned_until | over)) and .deleted_at == null),
      firstName: ($meta.first_name // $meta.given_name // $name.first),
      lastName: ($meta.last_name // $meta.family_name // $name.last),
      createdTimestamp: (.created_at | millis),
      attributes: ({phoneNumber: .phone | texts}
        + ($meta | del(.full_name, .name, .first_name, .last_name, .given_name, .family_name, .email, .email_verified, .phone_verified, .sub, .iss, .provider_id) | map_values(texts))
        + ($app | del(.provider, .providers) | map_values(texts))),
      credentials: [
        (if .encrypted_password then {type: "password", hash: .encrypted_password} else empty end),
        ($factors[] | select(.factor_type == "totp" and .status == "verified" and .secret) | {type: "otp", seed: .secret, userLabel: .friendly_name} | tidy)
      ],
      federatedIdentities: identities($user)
    } | tidy),
    ($factors[] | select(.factor_type != "totp" or (.secret | not)) | {leftOut: "/factors/*", reason: "a second factor without a secret"})
end
