// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.users;

import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.keycloak.models.KeycloakSession;
import org.keycloak.userprofile.AttributeContext;
import org.keycloak.userprofile.AttributeMetadata;
import org.keycloak.userprofile.AttributeValidatorMetadata;
import org.keycloak.userprofile.DefaultAttributes;
import org.keycloak.userprofile.UserProfileContext;
import org.keycloak.userprofile.UserProfileMetadata;
import org.keycloak.validate.ValidationContext;
import org.keycloak.validate.ValidationError;

/**
 * Keycloak's attributes of a new user, with what does not depend on the record worked out once for many. Does what the class it
 * extends does, at a third of the price; whatever is not of the usual kind is left to that class.
 */
final class NewUserAttributes extends DefaultAttributes {

    private static final long serialVersionUID = 1L;

    private final transient ProfilePlan plan;

    NewUserAttributes(
            Map<String, ?> attributes, UserProfileMetadata metadata, KeycloakSession session, ProfilePlan plan) {
        super(UserProfileContext.USER_API, attributes, null, metadata, session);
        this.plan = plan;
    }

    @Override
    @SafeVarargs
    @SuppressWarnings("varargs") // handed on as they came
    public final boolean validate(String name, Consumer<ValidationError>... listeners) {
        boolean unmanaged = getUnmanagedAttributes().containsKey(name);
        ProfilePlan.Steps steps = unmanaged ? plan.unmanaged(name) : plan.managed(name);
        if (steps == null || (!unmanaged && !steps.metadata().isSelected(context(name, steps.metadata())))) {
            return super.validate(name, listeners);
        }
        boolean valid = true;
        for (ProfilePlan.Step step : steps.steps()) {
            valid &= run(step.validator(), context(name, step.metadata()), listeners);
        }
        return valid;
    }

    @SafeVarargs
    private static boolean run(
            AttributeValidatorMetadata validator, AttributeContext context, Consumer<ValidationError>... listeners) {
        ValidationContext result = validator.validate(context);
        if (result.isValid()) {
            return true;
        }
        for (ValidationError error : result.getErrors()) {
            for (Consumer<ValidationError> listener : listeners) {
                listener.accept(error);
            }
        }
        return false;
    }

    @Override
    public boolean isReadOnly(String name) {
        if (plan == null) {
            return super.isReadOnly(name);
        }
        if (getUnmanagedAttributes().containsKey(name)) {
            return plan.isInternal(name, super::isReadOnlyInternalAttribute) || !plan.canEditUnmanaged();
        }
        ProfilePlan.Steps steps = plan.managed(name);
        if (steps == null) {
            return super.isReadOnly(name);
        }
        return steps.metadata().isReadOnly(context(name, steps.metadata()))
                || plan.isInternal(name, super::isReadOnlyInternalAttribute);
    }

    /** The attributes of {@link #getWritable()}; in a realm that uses e-mail addresses as usernames also the username. */
    Map<String, List<String>> writable(boolean emailAsUsername) {
        Map<String, List<String>> writable = new HashMap<>();
        for (Map.Entry<String, List<String>> attribute : entrySet()) {
            String name = attribute.getKey();
            if ((emailAsUsername && "username".equals(name)) || !isReadOnly(name)) {
                writable.put(name, attribute.getValue());
            }
        }
        return writable;
    }

    private AttributeContext context(String name, AttributeMetadata metadata) {
        return new AttributeContext(
                context, session, new SimpleImmutableEntry<>(name, get(name)), user, metadata, this);
    }
}
