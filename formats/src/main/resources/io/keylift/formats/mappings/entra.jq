# Microsoft Entra ID: the CSV file of the portal, and pages of GET /users of Microsoft Graph.
module {
  "title": "Microsoft Entra ID",
  "kinds": ["users"],
  "lists": ["/value"],
  "signatures": [
    {"in": "csv", "keys": ["userPrincipalName", "displayName"]},
    {"in": "json", "keys": ["/userPrincipalName"]},
    {"in": "json", "at": "/value", "keys": ["/displayName", "/identities"]}
  ],
  "leftOut": {
    "/displayName": "Keycloak has first and last name", "/userType": "member or guest of the tenant",
    "/creationType": "state of Entra", "/directorySynced": "state of Entra", "/invitationState": "state of Entra",
    "/identityIssuer": "the tenant itself", "/ageGroup": "state of Entra", "/consentProvidedForMinor": "state of Entra",
    "/legalAgeGroupClassification": "state of Entra", "/preferredLanguage": "needs internationalization in the realm",
    "/passwordPolicies": "state of Entra", "/passwordProfile": "Entra gives out no password",
    "/@odata.id": "address of Graph", "/@odata.type": "type of Graph", "/businessPhones": "see `attributes` of the mapping"
  }
};

def federated($tenant):
  [.identities[]? | select(.signInType == "federated")
    | {identityProvider: ({"google.com": "google", "facebook.com": "facebook"}[.issuer] // .issuer), userId: .issuerAssignedId, userName: .issuerAssignedId}];

(.userPrincipalName // "") as $upn | ($upn | contains("#EXT#")) as $guest
| ([.identities[]? | select(.signInType == "emailAddress") | .issuerAssignedId][0]) as $local
| ([.identities[]? | select(.signInType == "userName") | .issuerAssignedId][0]) as $login
| (.mail // $local // .otherMails[0]? // (.alternateEmailAddress // "" | split(";")[0])) as $mail
| {
    id: (.id // .objectId),
    username: ($login // (if $local then $local elif $guest then $mail else null end) // .userPrincipalName // $mail),
    email: $mail,
    emailVerified: (if $mail then true else null end),
    enabled: (if .accountEnabled == null then true else .accountEnabled | truth end),
    firstName: (.givenName // (.displayName | names | .first)),
    lastName: (.surname // (.displayName | names | .last)),
    createdTimestamp: (.createdDateTime | millis),
    attributes: ({
        upn: .userPrincipalName | texts, department: .department | texts, jobTitle: .jobTitle | texts,
        companyName: .companyName | texts, usageLocation: .usageLocation | texts, streetAddress: .streetAddress | texts,
        city: .city | texts, state: .state | texts, postalCode: .postalCode | texts, country: .country | texts,
        officeLocation: .officeLocation | texts, telephoneNumber: ((.telephoneNumber // .businessPhones) | texts),
        mobilePhone: .mobilePhone | texts, alternateEmailAddress: .alternateEmailAddress | texts,
        employeeId: .employeeId | texts, employeeType: .employeeType | texts, mailNickname: .mailNickname | texts
      } + (starting("extension_") | map_values(texts))),
    federatedIdentities: federated($upn)
  } | tidy
