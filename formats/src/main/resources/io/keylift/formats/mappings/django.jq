# Django: dumpdata of auth, django-otp and allauth as JSON or JSONL.
module {
  "title": "Django",
  "kinds": ["roles", "groups", "users"],
  "passes": 2,
  "once": ["roles", "groups"],
  "signatures": [{"in": "json", "keys": ["/model", "/fields"]}],
  "leftOut": {
    "/fields/last_login": "past sign-in", "/fields/user_permissions": "rights of Django", "/fields/permissions": "rights of Django",
    "/pk": "id of Django", "/model": "kind of the object"
  }
};

# A custom model of users has these fields as well, whatever its name.
def is_user: .fields.password and (.fields.username or .fields.email) and (.fields | has("is_active") or has("last_login"));

# Natural keys are lists.
def key: if type == "array" then tojson else tostring end;

def keys: [.pk, (.fields.username | if . then [.] else null end), (.fields.email | if . then [.] else null end) | select(.) | key];

def own($table): keys as $keys | [$keys[] | kept($table; .)[]];

def path: "/" + .;

def user:
  . as $object | .fields as $of | own("email") as $emails | own("totp") as $factors
  | ([$emails[] | select(.email == $of.email)][0]) as $address
  | ($of.password // "" | startswith("!") or . == "") as $unusable
  | [$of.groups[]? | key as $key | kept("group"; $key)[0] // (if type == "array" then .[0] else null end) | select(.)] as $groups
  | [(if $of.is_staff == true then "staff" else empty end), (if $of.is_superuser == true then "superuser" else empty end)] as $roles
  | ($roles[] | {kind: "roles", ifExists: "merge", record: {name: .}}),
    {kind: "users", record: ({
      username: ($of.username // $of.email),
      email: $of.email,
      emailVerified: (if $of.email == null or $of.email == "" then null elif $address then $address.verified == true
        elif $of.email_verified != null then $of.email_verified | truth else true end),
      enabled: (if $of.is_active == null then true else $of.is_active | truth end),
      firstName: ($of.first_name // (($of.name // $of.full_name) | names | .first)),
      lastName: ($of.last_name // (($of.name // $of.full_name) | names | .last)),
      createdTimestamp: ($of.date_joined | millis),
      attributes: ($of | rest(["password", "username", "email", "first_name", "last_name", "name", "full_name", "is_active", "is_staff",
          "is_superuser", "groups", "user_permissions", "last_login", "date_joined", "email_verified"]) | map_values(texts)),
      realmRoles: $roles,
      groups: [$groups[] | path],
      credentials: [
        (if $unusable then empty else {type: "password", hash: $of.password} end),
        ($factors[] | select(.confirmed != false)
          | {type: "otp", seed: .key, seedEncoding: "hex", period: .step, digits: .digits, userLabel: .name} | tidy)
      ],
      federatedIdentities: [own("social")[] | {identityProvider: ({"windowslive": "microsoft"}[.provider] // .provider), userId: .uid, userName: ($of.email // .uid)}]
    } | tidy)},
    (if $of.password and $unusable then {leftOut: "/fields/password", reason: "a password that Django itself cannot verify"} else empty end);

if .model == "auth.group" then
  if $pass == "keep" then ({keep: "group", key: (.pk | if . == null then null else key end), value: .fields.name}, {keep: "group", key: ([.fields.name] | key), value: .fields.name})
  else {kind: "groups", ifExists: "merge", record: {path: (.fields.name | path), name: .fields.name}} end
elif .model | endswith(".totpdevice") then
  if $pass == "keep" then {keep: "totp", key: (.fields.user | key), value: .fields} else empty end
elif .model | endswith(".emailaddress") then
  if $pass == "keep" then {keep: "email", key: (.fields.user | key), value: .fields} else empty end
elif .model | endswith(".socialaccount") then
  if $pass == "keep" then {keep: "social", key: (.fields.user | key), value: {provider: .fields.provider, uid: .fields.uid}} else empty end
elif $pass == "keep" then empty
elif is_user then user
else empty end
