// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.job.NoPassword;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.TextRules;
import io.keylift.bulkimport.rows.StorableText;
import io.keylift.request.Pointers;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.keycloak.models.credential.PasswordCredentialModel;
import org.keycloak.models.credential.WebAuthnCredentialModel;

/** Rules for a user that need no look-up. */
final class UserRules {

    private final FieldRules fields;
    private final CredentialRules credentials;
    private final ProfileRules profile;
    private final boolean emailAsUsername;
    private final boolean uniqueEmail;
    private final boolean signInByEmail;
    private final boolean mustBeNew;
    private final boolean newUsersChoosePassword;

    UserRules(ImportContext context, ProfileRules profile) {
        fields = new FieldRules(context);
        credentials = new CredentialRules(context);
        this.profile = profile;
        emailAsUsername = context.realm().isRegistrationEmailAsUsername();
        signInByEmail = context.realm().isLoginWithEmailAllowed();
        uniqueEmail = !context.realm().isDuplicateEmailsAllowed();
        newUsersChoosePassword = context.spec().noPassword() == NoPassword.UPDATE;
        mustBeNew = context.spec().ifExists() == IfExists.FAIL;
    }

    /** The user that the record describes; {@code null} after a reject. */
    UserDraft check(Item<UserRecord> item) {
        UserRecord user = item.record();
        UserDraft draft = new UserDraft(user);
        draft.uniqueEmail = uniqueEmail;
        draft.signInByEmail = signInByEmail;
        if (!checkTexts(item, user) || !fields.check(item) || !credentials.read(item, draft)) {
            return null;
        }
        draft.choosesPassword = newUsersChoosePassword && hasNothingToSignInWith(user, draft);
        profile.check(item, draft);
        if (user.isServiceAccount() && user.getUsername() != null) {
            // Even if the realm uses email addresses as usernames.
            draft.username = user.getUsername().toLowerCase(Locale.ROOT);
        }
        if (draft.username == null) {
            item.reject(
                    RejectCode.MISSING,
                    emailAsUsername ? "/email" : "/username",
                    emailAsUsername
                            ? "The email address is missing. The realm uses it as username."
                            : "The username is missing");
        } else if (draft.fault != null && mustBeNew) {
            draft.fault.rejects(item);
        }
        return item.isRejected() ? null : draft;
    }

    /**
     * A second factor alone is not enough to sign in; an identity provider or a user storage has credentials of its
     * own.
     */
    private static boolean hasNothingToSignInWith(UserRecord user, UserDraft draft) {
        boolean elsewhere = user.getFederationLink() != null
                || user.getFederatedIdentities() != null
                        && !user.getFederatedIdentities().isEmpty();
        return !elsewhere
                && draft.credentials.stream()
                        .noneMatch(credential -> credential.type.equals(PasswordCredentialModel.TYPE)
                                || credential.type.equals(WebAuthnCredentialModel.TYPE_PASSWORDLESS));
    }

    private static boolean checkTexts(Item<UserRecord> item, UserRecord user) {
        return TextRules.check(item, user.getUsername(), TextRules.NAME, "/username")
                && TextRules.check(item, user.getEmail(), TextRules.NAME, "/email")
                && TextRules.check(item, user.getFirstName(), TextRules.NAME, "/firstName")
                && TextRules.check(item, user.getLastName(), TextRules.NAME, "/lastName")
                && checkAttributes(item, user.getAttributes(), "/attributes");
    }

    static boolean checkAttributes(Item<?> item, Map<String, List<String>> attributes, String place) {
        if (attributes == null) {
            return true;
        }
        for (Map.Entry<String, List<String>> attribute : attributes.entrySet()) {
            String name = attribute.getKey();
            if (!checkAttribute(item, name, attribute.getValue(), Pointers.to(place, name))) {
                return false;
            }
        }
        return true;
    }

    private static boolean checkAttribute(Item<?> item, String name, List<String> values, String pointer) {
        if (name.length() > TextRules.NAME || !StorableText.test(name)) {
            return TextRules.check(item, name, TextRules.NAME, pointer);
        }
        if (values == null) {
            return true;
        }
        for (String value : values) {
            if (value != null && !StorableText.test(value)) {
                return TextRules.check(item, value, pointer);
            }
        }
        return true;
    }
}
