// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.spi.FieldDefault;
import io.keylift.bulkimport.kind.spi.FieldRule;
import io.keylift.bulkimport.kind.spi.RecordShape;

/** The additions of a user's schema to Keycloak's representation. */
final class UserShape {

    private static final String NAME_ONLY = """
            {"username": "jdoe"}""";

    private static final String PLAIN_PASSWORD = """
            {"username": "bruce", "email": "bruce@wayne.example", "emailVerified": true,
             "firstName": "Bruce", "lastName": "Wayne", "enabled": true,
             "credentials": [{"type": "password", "value": "correct horse battery staple", "temporary": true}],
             "requiredActions": ["VERIFY_EMAIL"],
             "realmRoles": ["offline_access"],
             "clientRoles": {"account": ["view-profile", "manage-account"]},
             "organizations": [{"alias": "wayne", "membershipType": "MANAGED"}]}""";

    private static final String HASHED_PASSWORD = """
            {"username": "selina", "firstName": "Selina", "lastName": "Kyle", "email": "selina@acme.example",
             "enabled": true, "createdTimestamp": 1700000000000,
             "credentials": [{"type": "password",
               "credentialData": "{\\"hashIterations\\":5,\\"algorithm\\":\\"argon2\\",\
            \\"additionalParameters\\":{\\"hashLength\\":[\\"32\\"],\\"memory\\":[\\"7168\\"],\
            \\"type\\":[\\"id\\"],\\"version\\":[\\"1.3\\"],\\"parallelism\\":[\\"1\\"]}}",
               "secretData": "{\\"value\\":\\"mE5Yh7n0bqA0S5l0yq7x1Qq5m3x4kq0yJ9c2v8b6n1M=\\",\
            \\"salt\\":\\"S2V5bGlmdCBnaXZlbiBzYWx0\\"}"}],
             "organizations": [{"alias": "Acme"}]}""";

    private static final String FOREIGN_HASH = """
            {"username": "talia", "firstName": "Talia", "lastName": "Head", "email": "talia@acme.example",
             "enabled": true,
             "credentials": [{"type": "password",
               "hash": "$2y$07$BCryptRequires22Chrcte/VlQH0piJtjXl.0t1XkA8pw9dMXTpOq"},
               {"type": "otp", "userLabel": "Phone", "seed": "JBSWY3DPEHPK3PXP"}]}""";

    private UserShape() {}

    static RecordShape get() {
        return RecordShape.of(NAME_ONLY, PLAIN_PASSWORD, HASHED_PASSWORD, FOREIGN_HASH)
                .requires("username", "email")
                .givesIds("/id", "/credentials/*/id")
                // Keycloak ignores a required action that it does not have.
                .grants(
                        "/realmRoles/*",
                        "/clientRoles/*",
                        "/clientRoles/*/*",
                        "/groups/*",
                        "/organizations/*",
                        "/organizations/*/departments/*",
                        "/requiredActions/*",
                        "/federatedIdentities/*",
                        "/clientConsents/*",
                        "/clientConsents/*/grantedClientScopes/*",
                        "/credentials/*")
                .refuses("verifiableCredentials", "issuedVerifiableCredentials", "socialLinks", "applicationRoles")
                .ignores("self", "origin", "totp", "disableableCredentialTypes", "access", "userProfileMetadata")
                .describes("id", "Id of a new user. Default: generated.")
                .describes("username", "Unique in the realm. Optional if the realm uses the email address as username.")
                .describes(
                        "serviceAccountClientId",
                        "Client id of the client whose service account the user is. The account comes with its client.")
                .describes("enabled", "Default: false.")
                .describes("attributes", "Values by attribute name, as the realm's user profile allows.")
                .describes("createdTimestamp", "Milliseconds since the epoch. Used for new users only.")
                .describes("notBefore", "Seconds since the epoch. Tokens issued earlier are invalid.")
                .describes(
                        "credentials",
                        "Plain-text passwords; password hashes, seeds of one-time passwords and WebAuthn keys of other"
                                + " systems; passwords that an old system verifies. Or credentials as Keycloak stores"
                                + " and exports them.")
                .describes("requiredActions", "Names of required actions of the server.")
                .describes("realmRoles", "Names of roles of the realm.")
                .describes("clientRoles", "Names of client roles by clientId.")
                .describes("groups", "Paths of groups.")
                .describes("federationLink", "Id of the user storage of the user.")
                .describes("organizations", "Organizations of the user.")
                .describes("clientConsents", "Client scopes that the user has granted to clients.")
                .describes("UserConsent.clientId", "clientId of the client.")
                .describes("UserConsent.grantedClientScopes", "Names of client scopes.")
                .describes("UserConsent.grantedRealmRoles", "Not supported.")
                .describes("UserConsent.createdDate", "Milliseconds since the epoch. Default: the time of the import.")
                .describes(
                        "UserConsent.lastUpdatedDate", "Milliseconds since the epoch. Default: the time of the import.")
                .describes("UserOrganization.alias", "Alias or id of the organization.")
                .describes("UserOrganization.membershipType", "Default: UNMANAGED.")
                .describes("UserOrganization.departments", "Paths of the user's departments.")
                .describes("UserCredential.value", "A plain-text password.")
                .describes("UserCredential.temporary", "Whether the user must change the password at the next sign-in.")
                .describes("UserCredential.secretData", "Secret part of the credential, as a string with JSON.")
                .describes("UserCredential.credentialData", "Public part of the credential, as a string with JSON.")
                .describes("UserCredential.hash", "A password hash as another system exports it.")
                .describes(
                        "UserCredential.remote",
                        "Name of an old system in the options of the server, which verifies the password at the first"
                                + " sign-in.")
                .describes(
                        "UserCredential.login",
                        "Name of the user in the old system of `remote`. Default: `username` of the record.")
                .describes(
                        "UserCredential.seed",
                        "Seed of one-time passwords as another system exports it, as `seedEncoding`.")
                .describes("UserCredential.seedEncoding", "`base32` (default), `hex` or `base64`.")
                .describes(
                        "UserCredential.otpauth", "Seed of one-time passwords as a URI: `otpauth://totp/…?secret=…`.")
                .describes("UserCredential.digits", "Digits of a one-time password. Default: 6.")
                .describes("UserCredential.period", "Seconds for which a one-time password is valid. Default: 30.")
                .describes("UserCredential.counter", "Counter of the next one-time password of type `hotp`.")
                .describes("UserCredential.credentialId", "Id of a WebAuthn authenticator's credential in Base64.")
                .describes("UserCredential.publicKey", "COSE key of a WebAuthn authenticator in Base64.")
                .describes("UserCredential.signCount", "Signature counter of a WebAuthn authenticator. Default: 0.")
                .describes("UserCredential.aaguid", "Model of a WebAuthn authenticator, a UUID.")
                .describes("UserCredential.transports", "How the authenticator is connected, such as `usb`.")
                .describes("UserCredential.salt", "Base64 of the salt of `hash`, if it is not a part of that.")
                .describes("UserCredential.hashIterations", "Iterations of `hash`, if they are not a part of that.")
                .describes(
                        "UserCredential.algorithm",
                        "Name of the algorithm of `hash`, if its beginning does not tell it; of `seed`: `SHA1`"
                                + " (default), `SHA256` or `SHA512`.")
                .rule("username", FieldRule.key("rejected, unless the realm uses the e-mail address as username"))
                .rule("id", FieldRule.id())
                .rule(
                        "serviceAccountClientId",
                        FieldRule.fixed(FieldDefault.NONE.noted("an ordinary user; otherwise **rejected**")))
                .rule("enabled", FieldRule.value(FieldDefault.of(false).noted("**`false`: the user cannot sign in**")))
                .rule("emailVerified", FieldRule.value(FieldDefault.of(false)))
                .rule(FieldRule.value().resetsWith("attributes").storesNoBlanks(), "email", "firstName", "lastName")
                .rule("attributes", FieldRule.attributes().storesNoBlanks())
                .rule(
                        "credentials",
                        FieldRule.addedList()
                                .isSecret()
                                .overwriteNoted("password and recovery codes are replaced, others added;"
                                        + " what the user already has stays"))
                .rule("requiredActions", FieldRule.list(FieldDefault.computed("the realm's default actions")))
                .rule(
                        "realmRoles",
                        FieldRule.list(FieldDefault.computed("the realm's default role, which a new user always has"))
                                .overwriteNoted("list replaced; the default role stays"))
                .rule("clientRoles", FieldRule.listByClient(FieldDefault.NONE))
                .rule("groups", FieldRule.list(FieldDefault.computed("the realm's default groups")))
                .rule(
                        "organizations",
                        FieldRule.list().mergeNoted("missing ones are added; a `membershipType` given is set"))
                .rule("federatedIdentities", FieldRule.list().mergeNoted("added, or replaced by identity provider"))
                .rule(
                        "clientConsents",
                        FieldRule.list().mergeNoted("missing consents, and client scopes missing in one, are added"))
                .rule(
                        "federationLink",
                        FieldRule.value(FieldDefault.computed("the user storage for new users, if there is one")))
                .rule("notBefore", FieldRule.value(FieldDefault.of(0)))
                .rule("createdTimestamp", FieldRule.ofNew(FieldDefault.computed("the time of the import")));
    }
}
