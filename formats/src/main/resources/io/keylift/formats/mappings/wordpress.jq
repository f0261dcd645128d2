# WordPress: tables wp_users and wp_usermeta as CSV or JSON, and users of the REST API or of wp-cli.
module {
  "title": "WordPress",
  "kinds": ["users", "roles"],
  "passes": 2,
  "once": ["roles"],
  "signatures": [
    {"in": "csv", "keys": ["user_login", "user_email"]},
    {"in": "csv", "keys": ["user_id", "meta_key", "meta_value"]},
    {"in": "json", "keys": ["/user_login", "/user_email"]},
    {"in": "json", "keys": ["/user_id", "/meta_key", "/meta_value"]},
    {"in": "json", "keys": ["/username", "/registered_date", "/roles"]}
  ],
  "leftOut": {
    "/ID": "id of WordPress", "/id": "id of WordPress", "/user_nicename": "address of the author's page", "/slug": "address of the author's page",
    "/user_activation_key": "pending request", "/link": "address of the author's page", "/display_name": "Keycloak has first and last name",
    "/avatar_urls": "pictures at Gravatar", "/capabilities": "follows from the roles", "/extra_capabilities": "follows from the roles",
    "/locale": "needs internationalization in the realm", "/nickname": "Keycloak has first and last name", "/_links": "addresses of the API"
  }
};

def wanted: . == "first_name" or . == "last_name" or endswith("capabilities");

def roles($meta):
  if .roles | type == "array" then .roles
  elif .roles | type == "string" then .roles | split(",") | map(ltrimstr(" "))
  else [$meta[] | select(.name | endswith("capabilities")) | .value | php_true[]] end;

if .meta_key then
  if $pass == "keep" and (.meta_key | wanted) and .meta_value
    then {keep: "meta", key: .user_id, value: {name: .meta_key, value: .meta_value}} else empty end
elif $pass == "keep" then empty
else
  kept("meta"; .ID // .id) as $meta | (.display_name // .name | names) as $name | roles($meta) as $roles
  | ((.user_pass // "") | length == 32 and (startswith("$") | not)) as $md5
  | ($roles[] | {kind: "roles", ifExists: "merge", record: {name: .}}),
    {kind: "users", record: ({
      username: (.user_login // .username),
      email: (.user_email // .email),
      emailVerified: true,
      enabled: ((.user_status // "0" | tostring) == "0" and ((.spam // "0" | tostring) == "0") and ((.deleted // "0" | tostring) == "0")),
      firstName: (.first_name // ([$meta[] | select(.name == "first_name") | .value][0]) // $name.first),
      lastName: (.last_name // ([$meta[] | select(.name == "last_name") | .value][0]) // $name.last),
      createdTimestamp: (.user_registered // .registered_date | millis),
      attributes: {website: ((.user_url // .url) | texts), description: .description | texts},
      realmRoles: $roles,
      credentials: [if .user_pass and ($md5 | not) then {type: "password", hash: .user_pass} else empty end]
    } | tidy)},
    (if $md5 then {leftOut: "/user_pass", reason: "a plain MD5 of WordPress before 2.5, which Keylift does not verify"} else empty end)
end
