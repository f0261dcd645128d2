// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users.profile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.keycloak.Config;
import org.keycloak.models.KeycloakSession;
import org.keycloak.representations.userprofile.config.UPConfig.UnmanagedAttributePolicy;
import org.keycloak.userprofile.AttributeContext;
import org.keycloak.userprofile.AttributeMetadata;
import org.keycloak.userprofile.AttributeValidatorMetadata;
import org.keycloak.userprofile.DeclarativeUserProfileProviderFactory;
import org.keycloak.userprofile.DefaultAttributes;
import org.keycloak.userprofile.UserProfileAttributeValidationContext;
import org.keycloak.userprofile.UserProfileContext;
import org.keycloak.userprofile.UserProfileMetadata;
import org.keycloak.userprofile.validator.DuplicateEmailValidator;
import org.keycloak.userprofile.validator.DuplicateUsernameValidator;
import org.keycloak.userprofile.validator.EmailExistsAsUsernameValidator;
import org.keycloak.userprofile.validator.ReadOnlyAttributeUnchangedValidator;
import org.keycloak.utils.EmailValidationUtil;
import org.keycloak.validate.ValidationContext;
import org.keycloak.validate.ValidationError;
import org.keycloak.validate.Validator;
import org.keycloak.validate.ValidatorConfig;
import org.keycloak.validate.Validators;
import org.keycloak.validate.validators.EmailValidator;
import org.keycloak.validate.validators.LengthValidator;

/**
 * The validators for the attributes of users, computed once for each chunk. {@link DefaultAttributes#validate} selects
 * the same validators, in the same order, for every attribute of every user; those without effect are left out here.
 */
public final class ProfilePlan {

    /** Keycloak bounds the length of every attribute that has no bound of its own. */
    private static final Map<String, Object> DEFAULT_LENGTH = Map.of(
            LengthValidator.KEY_MIN, "0", LengthValidator.KEY_MAX, DefaultAttributes.DEFAULT_MAX_LENGTH_ATTRIBUTES);

    /** Uniqueness is looked up for the whole chunk. */
    private static final Set<String> UNIQUENESS =
            Set.of(DuplicateUsernameValidator.ID, DuplicateEmailValidator.ID, EmailExistsAsUsernameValidator.ID);

    private record Step(Validator validator, ValidatorConfig config) {}

    /** Validators that see the same metadata. */
    public static final class Steps {

        private final AttributeMetadata metadata;
        private final List<Step> steps = new ArrayList<>();

        private Steps(AttributeMetadata metadata) {
            this.metadata = metadata;
        }

        public AttributeMetadata metadata() {
            return metadata;
        }

        public boolean isEmpty() {
            return steps.isEmpty();
        }

        /** Errors of all validators. */
        public Set<ValidationError> validate(AttributeContext context) {
            ValidationContext result = new UserProfileAttributeValidationContext(context);
            List<String> values = context.getAttribute().getValue();
            for (Step step : steps) {
                step.validator().validate(values, metadata.getName(), result, step.config());
            }
            return result.getErrors();
        }
    }

    /**
     * The steps of validation of an attribute.
     *
     * @param own steps that see the attribute's own metadata
     * @param readOnly steps that see the metadata of read-only attributes
     */
    public record Plan(Steps own, Steps readOnly) {}

    private final KeycloakSession session;
    private final Map<String, AttributeMetadata> metadata = new HashMap<>();
    private final List<AttributeValidatorMetadata> readOnlyValidators;
    private final AttributeMetadata readOnly;
    private final boolean onlyOfKeycloak;
    private final boolean canEditUnmanaged;
    private final Map<String, Plan> managed = new HashMap<>();
    private final Map<String, Plan> unmanaged = new HashMap<>();
    private final Map<String, Boolean> mayBeInternal = new HashMap<>();

    public ProfilePlan(KeycloakSession session, UserProfileMetadata profile, UnmanagedAttributePolicy policy) {
        this.session = session;
        for (AttributeMetadata attribute : profile.getAttributes()) {
            metadata.put(attribute.getName(), attribute);
        }
        readOnly = metadata.remove(DefaultAttributes.READ_ONLY_ATTRIBUTE_KEY);
        readOnlyValidators = validators(readOnly);
        onlyOfKeycloak = profile.getAttributes().stream()
                .flatMap(attribute -> validators(attribute).stream())
                .map(validator -> Validators.validator(session, validator.getValidatorId()))
                .allMatch(validator ->
                        validator == null || validator.getClass().getName().startsWith("org.keycloak."));
        canEditUnmanaged = policy == UnmanagedAttributePolicy.ENABLED || policy == UnmanagedAttributePolicy.ADMIN_EDIT;
    }

    public boolean hasOnlyValidatorsOfKeycloak() {
        return onlyOfKeycloak;
    }

    /** Plan for an attribute of the profile; {@code null} if the profile does not have it. */
    public Plan managed(String name) {
        AttributeMetadata own = metadata.get(name);
        return own == null ? null : managed.computeIfAbsent(name, n -> plan(n, own));
    }

    /** Plan for an attribute that is not of the profile. */
    public Plan unmanaged(String name) {
        return unmanaged.computeIfAbsent(name, n -> plan(n, null));
    }

    public boolean canEditUnmanaged() {
        return canEditUnmanaged;
    }

    /**
     * Whether an attribute is internal to the server. Most names match none of its patterns, which is decided once for
     * each name, because the records of a chunk have the same names.
     */
    public boolean isInternal(String name, Predicate<String> decide) {
        return mayBeInternal.computeIfAbsent(
                        name, n -> readOnlyValidators.stream().anyMatch(v -> mayMatch(v, n)))
                && decide.test(name);
    }

    private Plan plan(String name, AttributeMetadata attribute) {
        Steps own = new Steps(attribute == null ? unmanagedMetadata(name) : attribute);
        Steps ofReadOnly = new Steps(readOnly);
        boolean length = false;
        for (AttributeValidatorMetadata validator : validators(attribute)) {
            length |= LengthValidator.ID.equals(validator.getValidatorId());
            if (!UNIQUENESS.contains(validator.getValidatorId())) {
                own.steps.add(step(validator.getValidatorId(), validator.getValidatorConfig()));
            }
        }
        for (AttributeValidatorMetadata validator : readOnlyValidators) {
            length |= LengthValidator.ID.equals(validator.getValidatorId());
            if (mayMatch(validator, name)) {
                ofReadOnly.steps.add(step(validator.getValidatorId(), validator.getValidatorConfig()));
            }
        }
        if (!length) {
            own.steps.add(step(LengthValidator.ID, DEFAULT_LENGTH));
        }
        return new Plan(own, ofReadOnly);
    }

    private Step step(String validator, Map<String, Object> config) {
        Map<String, Object> own = EmailValidator.ID.equals(validator) ? withEmailLength(config) : config;
        return new Step(Validators.validator(session, validator), ValidatorConfig.configFromMap(own));
    }

    /**
     * Without this setting, the validator reads the server's configuration for each address, which costs more than its
     * other work.
     */
    private static Map<String, Object> withEmailLength(Map<String, Object> config) {
        Map<String, Object> complete = config == null ? new HashMap<>() : new HashMap<>(config);
        complete.computeIfAbsent(
                EmailValidator.MAX_LOCAL_PART_LENGTH_PROPERTY,
                property -> Config.scope("user-profile", DeclarativeUserProfileProviderFactory.ID)
                        .getInt(
                                DeclarativeUserProfileProviderFactory.MAX_EMAIL_LOCAL_PART_LENGTH,
                                EmailValidationUtil.MAX_LOCAL_PART_LENGTH));
        return complete;
    }

    private static List<AttributeValidatorMetadata> validators(AttributeMetadata attribute) {
        return attribute == null || attribute.getValidators() == null ? List.of() : attribute.getValidators();
    }

    private static boolean mayMatch(AttributeValidatorMetadata validator, String name) {
        return !ReadOnlyAttributeUnchangedValidator.ID.equals(validator.getValidatorId())
                || !(validator.getValidatorConfig().get(ReadOnlyAttributeUnchangedValidator.CFG_PATTERN)
                        instanceof Pattern pattern)
                || pattern.matcher(name).find();
    }

    private static AttributeMetadata unmanagedMetadata(String name) {
        UserProfileMetadata holder = new UserProfileMetadata(UserProfileContext.USER_API);
        return holder.addAttribute(name, -1, List.of());
    }
}
