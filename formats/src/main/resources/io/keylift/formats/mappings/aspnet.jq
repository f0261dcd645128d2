# ASP.NET Core Identity: tables AspNetUsers, AspNetUserTokens, AspNetUserLogins, AspNetUserClaims, AspNetUserRoles and AspNetRoles.
module {
  "title": "ASP.NET Core Identity",
  "kinds": ["roles", "users"],
  "passes": 2,
  "once": ["roles"],
  "nulls": ["NULL", "\\N"],
  "signatures": [
    {"in": "csv", "keys": ["UserName", "PasswordHash"]}, {"in": "csv", "keys": ["UserId", "LoginProvider", "Value"]},
    {"in": "csv", "keys": ["LoginProvider", "ProviderKey", "UserId"]}, {"in": "csv", "keys": ["UserId", "ClaimType", "ClaimValue"]},
    {"in": "csv", "keys": ["UserId", "RoleId"]}, {"in": "csv", "keys": ["Id", "Name", "NormalizedName"]},
    {"in": "json", "keys": ["/UserName", "/PasswordHash"]}, {"in": "json", "keys": ["/UserId", "/LoginProvider", "/Value"]},
    {"in": "json", "keys": ["/LoginProvider", "/ProviderKey", "/UserId"]}, {"in": "json", "keys": ["/UserId", "/ClaimType", "/ClaimValue"]},
    {"in": "json", "keys": ["/UserId", "/RoleId"]}, {"in": "json", "keys": ["/Id", "/Name", "/NormalizedName"]}
  ],
  "options": {"at": "a day such as 2026-11-30: lockouts that end before it are over"},
  "leftOut": {
    "/NormalizedUserName": "copy of the name", "/NormalizedEmail": "copy of the address", "/SecurityStamp": "state of old sessions",
    "/ConcurrencyStamp": "state of the row", "/PhoneNumberConfirmed": "Keycloak has no verified telephone numbers",
    "/TwoFactorEnabled": "follows from AspNetUserTokens", "/LockoutEnabled": "brute force protection is a setting of the realm",
    "/AccessFailedCount": "past sign-in", "/Discriminator": "class of the row", "/ProviderDisplayName": "name of the provider"
  }
};

def password:
  if . == null then null
  elif startswith("AQ") then {type: "password", hash: .}
  elif length == 68 then {type: "password", algorithm: "aspnet-identity-v2", hash: .}
  else {type: "password", hash: .} end;

def claim($claims; $names): [$claims[] | select(.type | ascii_downcase | split("/")[-1] | one_of($names)) | .value][0];

# A lockout that ended before this mapping was written is over, whatever the day.
def locked: (.LockoutEnd // .LockoutEndDateUtc) as $text | ($text | millis) as $until | ($options.at // "2026-12-01" | millis) as $now
  | $text != null and ($until == null or $until >= $now);

def user:
  . as $user | kept("claims"; .Id) as $claims
  | [kept("roles of"; .Id)[] | . as $id | kept("role"; $id)[0] // $id] as $roles
  | ($roles[] | {kind: "roles", ifExists: "merge", record: {name: .}}),
    {kind: "users", record: ({
      id: (if .Id | tostring | length <= 36 then .Id | tostring else null end),
      username: .UserName,
      email: .Email,
      emailVerified: (.EmailConfirmed | truth),
      enabled: (locked | not),
      firstName: (.FirstName // .GivenName // claim($claims; ["givenname", "given_name"]) // ((.FullName // .DisplayName // .Name) | names | .first)),
      lastName: (.LastName // .Surname // .FamilyName // claim($claims; ["surname", "family_name"]) // ((.FullName // .DisplayName // .Name) | names | .last)),
      createdTimestamp: (.CreatedAt // .CreatedOn // .CreatedDate | millis),
      attributes: ({phoneNumber: .PhoneNumber | texts}
        + (rest(["Id", "UserName", "NormalizedUserName", "Email", "NormalizedEmail", "EmailConfirmed", "PasswordHash", "SecurityStamp", "ConcurrencyStamp", "PhoneNumber", "PhoneNumberConfirmed", "TwoFactorEnabled", "LockoutEnd", "LockoutEndDateUtc", "LockoutEnabled", "AccessFailedCount", "Discriminator", "FirstName", "LastName", "GivenName", "Surname", "FamilyName", "FullName", "DisplayName", "Name", "CreatedAt", "CreatedOn", "CreatedDate"]) | map_values(texts))
        + (reduce ($claims[] | select(.type | ascii_downcase | split("/")[-1] | one_of(["givenname", "given_name", "surname", "family_name"]) | not)) as $each
            ({}; ($each.type | split("/")[-1]) as $name | .[$name] = (.[$name] // []) + [$each.value]))),
      realmRoles: $roles,
      credentials: [
        (.PasswordHash | password // empty),
        (kept("seed"; .Id)[0] // empty | {type: "otp", seed: ., userLabel: "Authenticator"})
      ],
      federatedIdentities: [kept("logins"; .Id)[] | {identityProvider: .provider, userId: .key, userName: ($user.Email // $user.UserName)}]
    } | tidy)};

if .ProviderKey and .UserId then
  if $pass == "keep" then {keep: "logins", key: .UserId, value: {provider: (.LoginProvider | lower), key: .ProviderKey}} else empty end
elif .LoginProvider and .UserId then
  if $pass == "keep" and .Name == "AuthenticatorKey" then {keep: "seed", key: .UserId, value: .Value} else empty end
elif .ClaimType and .UserId then
  if $pass == "keep" then {keep: "claims", key: .UserId, value: {type: .ClaimType, value: .ClaimValue}} else empty end
elif .RoleId and .UserId then
  if $pass == "keep" then {keep: "roles of", key: .UserId, value: (.RoleId | tostring)} else empty end
elif .UserName then
  if $pass == "keep" then empty else user end
elif .Name and .NormalizedName then
  if $pass == "keep" then {keep: "role", key: .Id, value: .Name} else {kind: "roles", ifExists: "merge", record: {name: .Name}} end
else empty end
