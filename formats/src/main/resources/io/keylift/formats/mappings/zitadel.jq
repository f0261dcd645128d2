# Zitadel: export of an instance or organization (files of /admin/v1/export and /import), and results of searches.
module {
  "title": "Zitadel",
  "kinds": ["organizations", "users"],
  "once": ["organizations"],
  "passes": 2,
  "lists": ["/orgs", "/orgs/*/humanUsers", "/orgs/*/human_users", "/orgs/*/userLinks",
    "/orgs/*/user_links", "/orgs/*/userMetadata", "/orgs/*/user_metadata", "/dataOrgs/orgs",
    "/dataOrgs/orgs/*/humanUsers", "/dataOrgs/orgs/*/human_users", "/dataOrgs/orgs/*/userLinks", "/dataOrgs/orgs/*/user_links",
    "/dataOrgs/orgs/*/userMetadata", "/dataOrgs/orgs/*/user_metadata", "/data_orgs/orgs", "/data_orgs/orgs/*/humanUsers",
    "/data_orgs/orgs/*/human_users", "/data_orgs/orgs/*/userLinks", "/data_orgs/orgs/*/user_links", "/data_orgs/orgs/*/userMetadata",
    "/data_orgs/orgs/*/user_metadata", "/result"],
  "signatures": [
    {"in": "json", "values": {"/user/userName": ".+"}}, {"in": "json", "values": {"/user/user_name": ".+"}},
    {"in": "json", "keys": ["/orgId"]}, {"in": "json", "keys": ["/org_id"]},
    {"in": "json", "at": "/result", "keys": ["/human"]},
    {"in": "json", "keys": ["/userName", "/profile", "/email/email"]}
  ],
  "options": {"provider.<configId>": "alias in Keycloak of an identity provider of Zitadel"},
  "leftOut": {
    "/user/profile/displayName": "Keycloak has first and last name", "/user/profile/preferredLanguage": "needs internationalization in the realm",
    "/machineUsers": "machine users; make clients with service accounts", "/projects": "applications and roles",
    "/user/phone/isPhoneVerified": "Keycloak has no verified telephone numbers", "/details": "past events", "/loginNames": "made by Zitadel", "/preferredLoginName": "made by Zitadel"
  }
};

# Both spellings of the fields: as in the documentation, and as protobuf names them.
def field($camel; $snake): if .[$camel] == null then .[$snake] else .[$camel] end;

def alias($name): $name | slug;

def organization: .org.name // .name // field("orgId"; "org_id");

def user($organization):
  (.user // .human // {}) as $of | ($of.profile // {}) as $profile | ($of.email // {}) as $mail | ($of.phone // {}) as $phone
  | ($of | field("hashedPassword"; "hashed_password")) as $hashed | ($of | field("otpCode"; "otp_code")) as $otp
  | (if $hashed | type == "object" then $hashed.value // $hashed.hash else $hashed end) as $hash
  | ($of | field("passwordChangeRequired"; "password_change_required")) as $change
  | ($mail.email // null) as $email | (field("userId"; "user_id") // .id) as $id
  | ([kept("metadata"; $id)[] | {key: .key, value: [.value | recode("base64"; "utf8") // .]}] | from_entries) as $metadata
  | {kind: "users", record: ({
      id: $id,
      username: (($of | field("userName"; "user_name")) // .username // .userName // .preferredLoginName),
      email: $email,
      emailVerified: ($mail | if .isVerified == null then field("isEmailVerified"; "is_email_verified") else .isVerified end | truth),
      enabled: ((.state // "") | (contains("INACTIVE") or contains("LOCKED") or contains("DELETED")) | not),
      firstName: ($profile | field("firstName"; "first_name") // .givenName),
      lastName: ($profile | field("lastName"; "last_name") // .familyName),
      attributes: ($metadata + {
        nickName: (($profile | field("nickName"; "nick_name")) | texts), gender: (($profile.gender | if . == "GENDER_UNSPECIFIED" then null else . end) | texts),
        phoneNumber: (($phone.phone // $phone.number) | texts)
      }),
      credentials: [
        (if $hash then {type: "password", hash: $hash} + (if $change == true then {temporary: true} else {} end)
         elif $of.password then {type: "password", value: $of.password} + (if $change == true then {temporary: true} else {} end)
         else empty end),
        (if $otp then {type: "otp", seed: $otp, userLabel: "Zitadel"} else empty end)
      ],
      federatedIdentities: [($of.idps[]?, kept("links"; $id)[]) | field("configId"; "config_id") as $provider
        | {identityProvider: ($options["provider.\($provider)"] // .name // $provider | tostring), userId: field("externalUserId"; "external_user_id"),
           userName: (field("displayName"; "display_name") // field("externalUserId"; "external_user_id"))}],
      organizations: [$organization // empty | {alias: alias(.), membershipType: "MANAGED"}]
    } | tidy)};

# It comes before its users, who refer to it.
def organizations: organization as $name | select($name)
  | {kind: "organizations", ifExists: "merge", record: {name: $name, alias: alias($name), attributes: {zitadelId: field("orgId"; "org_id") | texts}}};

def all:
  if $at | endswith("sers") then ($parent | organizations), (($parent | organization) as $organization | user($organization))
  elif $at | endswith("orgs") then organizations
  elif .user or .human then
    user(null)
  elif .userName and .profile then {user: .} | user(null)
  else empty end;

if $at | endswith("inks") then
  if $pass == "keep" then {keep: "links", key: field("userId"; "user_id"),
    value: {configId: field("idpId"; "idp_id"), name: field("idpName"; "idp_name"), externalUserId: field("providedUserId"; "provided_user_id"),
      displayName: field("providedUserName"; "provided_user_name")}} else empty end
elif $at | endswith("etadata") then
  if $pass == "keep" then {keep: "metadata", key: (.id // field("userId"; "user_id")), value: {key, value}} else empty end
elif $pass == "keep" then empty
else all end
