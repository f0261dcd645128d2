# SCIM 2.0: list responses of users and groups, and bulk requests.
module {
  "title": "SCIM 2.0",
  "kinds": ["users", "groups", "group-members"],
  "passes": 2,
  "once": ["groups"],
  "last": ["group-members"],
  "lists": ["/Resources", "/Operations"],
  "signatures": [
    {"in": "json", "at": "/Resources"}, {"in": "json", "at": "/Operations"},
    {"in": "json", "values": {"/schemas/0": "urn:ietf:params:scim:schemas:.*"}}
  ],
  "leftOut": {
    "/schemas": "kind of the resource", "/data/schemas": "kind of the resource", "/data/members/*/type": "kind of the member",
    "/members/*/type": "kind of the member", "/members/*/display": "copy of the name", "/groups/*/value": "id of the source", "/meta": "past event", "/meta/resourceType": "kind of the resource", "/meta/lastModified": "past event",
    "/meta/version": "state of the source", "/meta/location": "address of the source", "/displayName": "Keycloak has first and last name",
    "/name/formatted": "Keycloak has first and last name", "/locale": "needs internationalization in the realm",
    "/preferredLanguage": "needs internationalization in the realm", "/photos": "pictures", "/x509Certificates": "certificates",
    "/password": "SCIM gives out no hash", "/emails/*/type": "use of the address", "/emails/*/display": "use of the address",
    "/roles": "roles of the source", "/entitlements": "rights of the source", "/ims": "addresses of messengers", "/method": "follows from the place",
    "/path": "kind of the resource", "/groups/*/$ref": "address of the source", "/groups/*/type": "follows from the place"
  }
};

def is_group: (.members and .displayName and (.userName | not)) or any(.schemas[]?; endswith(":Group"));

def path: "/" + .;

def id: if . == null or length > 36 then null else . end;

def enterprise: .["urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"] // .["urn:scim:schemas:extension:enterprise:1.0"] // {};

def primary: [.emails[]? | select(.primary == true)][0] // [.emails[]? | select(.type == "work")][0] // .emails[0]?;

def one($list): [$list[]? | if type == "object" then .value else . end];

def user:
  . as $user | primary as $primary | enterprise as $of
  | ($primary.value // (if .userName | contains("@") then .userName else null end)) as $email
  | (.groups[]? | (.display // empty) | {kind: "groups", ifExists: "merge", record: {path: path, name: .}}),
    {kind: "users", record: ({
      id: (.id | id),
      username: .userName,
      email: $email,
      emailVerified: (if $primary then true else null end),
      enabled: (if .active == null then true else .active | truth end),
      firstName: (.name.givenName // ((.displayName // .name.formatted) | names | .first)),
      lastName: (.name.familyName // ((.displayName // .name.formatted) | names | .last)),
      createdTimestamp: (.meta.created | millis),
      attributes: {
        secondEmail: [.emails[]? | select(. != $primary) | .value | select(. != $email)], externalId: .externalId | texts,
        employeeNumber: $of.employeeNumber | texts, department: $of.department | texts, costCenter: $of.costCenter | texts,
        organization: $of.organization | texts, division: $of.division | texts, manager: (($of.manager | if type == "object" then .displayName // .value else . end) | texts),
        title: .title | texts, userType: .userType | texts, nickName: .nickName | texts, profileUrl: .profileUrl | texts,
        timezone: .timezone | texts, middleName: .name.middleName | texts, phoneNumber: one(.phoneNumbers),
        address: [.addresses[]? | .formatted // ([.streetAddress, .postalCode, .locality, .region, .country | select(.)] | join(", "))]
      },
      groups: [.groups[]? | .display // empty | path]
    } | tidy)};

def group:
  (.displayName | path) as $path
  | {kind: "groups", ifExists: "merge", record: {path: $path, name: .displayName}},
    (.members[]? | (.value | ltrimstr("bulkId:")) as $id | kept("login"; $id)[0] as $name
      | if $name then {kind: "group-members", record: {group: $path, username: $name}}
        elif (.type // "User") == "User" then {leftOut: "/members/*", reason: "a member that is no user of the files"}
        else {leftOut: "/members/*", reason: "a group within a group"} end);

(if $at == "/Operations" then .bulkId else null end) as $bulk
| (if $at == "/Operations" then (if .method == "POST" or .method == "PUT" then .data else empty end) else . end)
| if $pass == "keep" then
    if .userName then ({keep: "login", key: .id, value: .userName}, {keep: "login", key: $bulk, value: .userName}) else empty end
  elif is_group then group
  elif .userName then user
  else empty end
