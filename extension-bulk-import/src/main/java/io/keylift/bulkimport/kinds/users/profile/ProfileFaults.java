// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users.profile;

import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.Violation;
import io.keylift.request.Pointers;
import java.util.List;
import org.keycloak.services.messages.Messages;
import org.keycloak.userprofile.validator.AttributeRequiredByMetadataValidator;
import org.keycloak.userprofile.validator.ReadOnlyAttributeUnchangedValidator;
import org.keycloak.validate.ValidationError;
import org.keycloak.validate.validators.LengthValidator;

/** Converts errors of Keycloak's validators to violations of the record. */
public final class ProfileFaults {

    private final ImportContext context;

    public ProfileFaults(ImportContext context) {
        this.context = context;
    }

    public Violation of(String attribute, List<String> values, ValidationError error) {
        return new Violation(code(values, error), attributePointer(attribute), message(attribute, values, error));
    }

    private static String code(List<String> values, ValidationError error) {
        String key = error.getMessage();
        if (Messages.MISSING_USERNAME.equals(key)
                || Messages.MISSING_EMAIL.equals(key)
                || AttributeRequiredByMetadataValidator.ERROR_USER_ATTRIBUTE_REQUIRED.equals(key)) {
            return RejectCode.MISSING;
        }
        if (isReadOnly(error)) {
            return RejectCode.UNWRITABLE_ATTRIBUTE;
        }
        return LengthValidator.ID.equals(error.getValidatorId()) && isTooLong(values, error.getMessageParameters())
                ? RejectCode.TOO_LONG
                : RejectCode.INVALID;
    }

    /** Whether no user may write the attribute on this server, in any realm. */
    private static boolean isReadOnly(ValidationError error) {
        return ReadOnlyAttributeUnchangedValidator.ID.equals(error.getValidatorId());
    }

    private static boolean isTooLong(List<String> values, Object[] bounds) {
        if (bounds.length < 2 || !(bounds[1] instanceof Number max)) {
            return false;
        }
        return values.stream().anyMatch(value -> value != null && value.length() > max.intValue());
    }

    private String message(String attribute, List<String> values, ValidationError error) {
        if (isReadOnly(error)) {
            return "The server lets nobody write this attribute. Change its list of read-only attributes.";
        }
        Object[] parameters = error.getMessageParameters();
        Object[] safe = new Object[parameters.length + 1];
        safe[0] = attribute;
        for (int i = 0; i < parameters.length; i++) {
            // Values of the record that a validator quotes must not appear in messages.
            safe[i + 1] = parameters[i] instanceof String text && values.contains(text) ? "…" : parameters[i];
        }
        return KeycloakMessages.of(context).format(context.session(), error.getMessage(), safe);
    }

    /**
     * JSON pointer (RFC 6901) to an attribute. The attributes that Keycloak stores in columns are fields of the record.
     */
    public static String attributePointer(String name) {
        return switch (name) {
            case "username", "email", "firstName", "lastName" -> "/" + name;
            default -> Pointers.to("/attributes", name);
        };
    }
}
