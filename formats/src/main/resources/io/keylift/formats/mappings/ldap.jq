# LDIF of OpenLDAP, 389 Directory Server, FreeIPA, Active Directory and others: people, groups and their members.
module {
  "title": "LDAP (LDIF)",
  "kinds": ["users", "groups", "group-members"],
  "passes": 2,
  "once": ["groups"],
  "last": ["group-members"],
  "signatures": [{"in": "ldif"}],
  "options": {"at": "a day such as 2026-11-30: accounts that expire before it are disabled"},
  "leftOut": {
    "/dn": "place in the directory", "/objectclass": "kind of the entry", "/cn": "Keycloak has first and last name", "/displayname": "Keycloak has first and last name",
    "/name": "Keycloak has first and last name", "/gecos": "Keycloak has first and last name", "/initials": "Keycloak has first and last name",
    "/distinguishedname": "place in the directory", "/instancetype": "state of the directory", "/objectcategory": "kind of the entry",
    "/objectsid": "id of Windows", "/whenchanged": "past event", "/modifytimestamp": "past event", "/modifiersname": "state of the directory",
    "/creatorsname": "state of the directory", "/entrycsn": "state of the directory", "/entrydn": "place in the directory",
    "/structuralobjectclass": "kind of the entry", "/subschemasubentry": "state of the directory", "/hassubordinates": "state of the directory",
    "/usncreated": "state of the directory", "/usnchanged": "state of the directory", "/dscorepropagationdata": "state of the directory",
    "/lastlogon": "past sign-in", "/lastlogontimestamp": "past sign-in", "/lastlogoff": "past sign-in", "/logoncount": "past sign-in",
    "/badpwdcount": "past sign-in", "/badpasswordtime": "past sign-in", "/pwdlastset": "past event", "/pwdchangedtime": "past event",
    "/pwdhistory": "earlier passwords", "/primarygroupid": "group of Windows; export the groups with `member`",
    "/uidnumber": "number of POSIX", "/gidnumber": "number of POSIX", "/homedirectory": "place of POSIX", "/loginshell": "program of POSIX",
    "/jpegphoto": "picture", "/thumbnailphoto": "picture", "/usercertificate": "certificate",
    "/samaccounttype": "kind of the entry", "/codepage": "state of Windows", "/countrycode": "state of Windows",
    "/krbprincipalkey": "keys of Kerberos", "/sambantpassword": "a hash without salt", "/unicodepwd": "Active Directory gives out no password"
  }
};

def class($names): [.objectclass[]? | lower] as $classes | any($names[]; . as $name | $classes | index($name));

def person: (.uid or .samaccountname)
  and (class(["computer", "msds-groupmanagedserviceaccount", "msds-managedserviceaccount"]) | not)
  and (class(["person", "inetorgperson", "organizationalperson", "user", "account", "posixaccount", "inetuser", "simplesecurityobject"]));

def group: class(["groupofnames", "groupofuniquenames", "posixgroup", "group", "groupofentries", "ipausergroup", "groupofmembers"]);

def login: .samaccountname[0] // .uid[0];

def scalar: if type == "object" then .base64 else . end;

# Forms that name their algorithm and have a salt. A text without a scheme is the password itself.
def hash:
  if type != "string" then null
  elif startswith("{") then
    (.[1:index("}")] | lower) as $scheme | .[index("}") + 1:] as $rest
    | if $scheme | one_of(["cleartext", "clear"]) then {type: "password", value: $rest}
      elif $scheme | one_of(["sha", "md5", "sasl", "lanman", "nt", "ns-mta-md5"]) then null
      elif $scheme == "crypt" and ($rest | startswith("!") or startswith("*") or . == "" or (startswith("$") | not)) then null
      else {type: "password", hash: .} end
  elif startswith("$") then {type: "password", hash: .}
  elif . == "" or startswith("!") or startswith("*") then null
  else {type: "password", value: .} end;

def disabled:
  ($options.at // "2026-12-01" | millis) as $now
  | ((.useraccountcontrol[0] // "0" | tonumber) / 2 | floor % 2 == 1)
    or ((.nsaccountlock[0] // "false" | lower) == "true")
    or (.pwdaccountlockedtime[0] == "000001010000Z")
    or ((.accountexpires[0] // "0") | if . == "0" or . == "9223372036854775807" then false else (millis) as $until | $until != null and $until < $now end);

def path: "/" + .;

def title: .cn[0] // .ou[0] // (.dn | rdn);

def user:
  . as $entry | [.userpassword[]?] as $passwords | ([$passwords[] | hash | select(.)][0]) as $password
  | [.memberof[]? | select(kept("group"; dn) == [])] as $memberships
  | ($memberships[] | rdn // empty | {kind: "groups", ifExists: "merge", record: {path: path, name: .}}),
    {kind: "users", record: ({
      id: (if .objectguid then .objectguid[0] | scalar | guid else .entryuuid[0] // .ipauniqueid[0] end),
      username: login,
      email: .mail[0],
      emailVerified: (if .mail then true else null end),
      enabled: (disabled | not),
      firstName: (.givenname[0] // (.displayname[0] // .cn[0] | names | .first)),
      lastName: (.sn[0] // (.displayname[0] // .cn[0] | names | .last)),
      createdTimestamp: (.createtimestamp[0] // .whencreated[0] | millis),
      attributes: {
        secondEmail: .mail[1:], description: .description, telephoneNumber: .telephonenumber, mobile: .mobile, title: .title,
        department: .department, departmentNumber: .departmentnumber, employeeNumber: .employeenumber, employeeType: .employeetype,
        employeeID: .employeeid, company: .company, organization: .o, location: .l, state: .st, street: .street, streetAddress: .streetaddress,
        postalCode: .postalcode, country: .c, office: .physicaldeliveryofficename, manager: .manager, upn: .userprincipalname
      },
      groups: [$memberships[] | rdn // empty | path],
      credentials: [$password // empty]
    } | .attributes |= map_values([.[]? | scalar]) | tidy)},
    (if $passwords != [] and ($password | not) then {leftOut: "/userpassword", reason: "a hash without a salt, or of an unknown form"}
     elif ($passwords | length) > 1 then {leftOut: "/userpassword", reason: "a further password of the same entry"} else empty end);

def members:
  title as $title | ($title | path) as $group
  | {kind: "groups", ifExists: "merge", record: ({path: $group, name: $title, description: .description[0]} | tidy)},
    ((.member[]?, .uniquemember[]?) | strings | split("#")[0] as $dn | kept("login"; $dn | dn)[0] as $name
      | if $name then {kind: "group-members", record: {group: $group, username: $name}}
        elif kept("group"; $dn | dn) != [] then {leftOut: "/member/*", reason: "a group within a group"}
        else {leftOut: "/member/*", reason: "a member that is no person of the file"} end),
    (.memberuid[]? | {kind: "group-members", record: {group: $group, username: .}});

if $pass == "keep" then
  if group then {keep: "group", key: (.dn | dn), value: true}
  elif person then {keep: "login", key: (.dn | dn), value: login}
  else empty end
elif group then members
elif person then user
else empty end
