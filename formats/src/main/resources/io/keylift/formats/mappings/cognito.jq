# Amazon Cognito: pages of ListUsers, and the CSV file of an import job.
module {
  "title": "Amazon Cognito",
  "kinds": ["users"],
  "passes": 2,
  "lists": ["/Users"],
  "signatures": [
    {"in": "json", "keys": ["/Username", "/Attributes"]},
    {"in": "csv", "keys": ["cognito:username"]}
  ],
  "options": {"provider.<name>": "alias in Keycloak of an identity provider of the user pool"},
  "leftOut": {
    "/UserLastModifiedDate": "past event", "/updated_at": "past event",
    "/MFAOptions": "a second factor by text message", "/UserMFASettingList": "names of second factors without their secrets",
    "/PreferredMfaSetting": "names of second factors without their secrets",
    "/cognito:mfa_enabled": "says only that there is a second factor",
    "/locale": "needs internationalization in the realm", "/name": "Keycloak has first and last name",
    "/UserStatus": "state of the sign-in at Cognito"
  }
};

# Standard attributes of OpenID Connect that Keycloak has no field for.
def rest: {
  phoneNumber: .phone_number | texts, birthdate: .birthdate | texts, address: .address | texts, gender: .gender | texts,
  zoneinfo: .zoneinfo | texts, middleName: .middle_name | texts, nickname: .nickname | texts, picture: .picture | texts,
  preferredUsername: .preferred_username | texts, profile: .profile | texts, website: .website | texts
} + (starting("custom:") | map_values(texts)) + (starting("dev:custom:") | map_values(texts));

def federated($name):
  [(.identities // "[]") | (fromjson? // [])[]
    | {identityProvider: ($options["provider.\(.providerName)"] // (.providerName | {"Google": "google", "Facebook": "facebook", "LoginWithAmazon": "amazon", "SignInWithApple": "apple"}[.] // .)),
       userId: .userId, userName: $name}];

def user($of; $name):
  kept("table"; $name)[0] as $row | (if $row then $row + $of else $of end) as $all
  | {
      id: $all.sub,
      username: $name,
      email: $all.email,
      emailVerified: ($all.email_verified | truth),
      enabled: (if .Enabled == null then true else .Enabled | truth end),
      firstName: ($all.given_name // ($all.name | names | .first)),
      lastName: ($all.family_name // ($all.name | names | .last)),
      createdTimestamp: (.UserCreateDate | millis),
      attributes: ($all | rest),
      federatedIdentities: ($all | federated($name))
    } | tidy;

# Of the list of names and values, what `user` does not carry.
def dropped: rest(["sub", "email", "email_verified", "given_name", "family_name", "name", "phone_number", "birthdate", "address", "gender", "zoneinfo",
    "middle_name", "nickname", "picture", "preferred_username", "profile", "website", "identities"])
  | keys[] | select(contains("custom:") | not);

if ."cognito:username" then
  ."cognito:username" as $name
  | if $pass == "keep" then {keep: "table", key: $name, value: .}
    elif kept("listed"; $name) == [] then user(.; $name)
    else empty end
elif $pass == "keep" then {keep: "listed", key: .Username, value: true}
else
  (reduce .Attributes[]? as $each ({}; .[$each.Name] = $each.Value)) as $of
  | user($of; .Username),
    ($of | dropped | {leftOut: "/Attributes/*[Name=\(.)]", reason: "the mapping does not read it"}),
    (if .UserMFASettingList // [] | length > 0 then {leftOut: "/UserMFASettingList", reason: "a second factor, whose secret Cognito does not give out"} else empty end)
end
