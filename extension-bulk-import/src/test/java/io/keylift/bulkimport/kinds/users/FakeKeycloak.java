// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import com.webauthn4j.converter.util.ObjectConverter;
import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.job.JobOption;
import io.keylift.bulkimport.job.JobOptions;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.Operation;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kinds.users.profile.ProfileSession;
import io.keylift.password.ForeignHashFactory;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.keycloak.Config;
import org.keycloak.authentication.RequiredActionFactory;
import org.keycloak.authentication.RequiredActionProvider;
import org.keycloak.common.Profile;
import org.keycloak.common.util.MultivaluedHashMap;
import org.keycloak.component.ComponentModel;
import org.keycloak.credential.CredentialProvider;
import org.keycloak.credential.CredentialProviderFactory;
import org.keycloak.credential.OTPCredentialProvider;
import org.keycloak.credential.PasswordCredentialProvider;
import org.keycloak.credential.RecoveryAuthnCodesCredentialProvider;
import org.keycloak.credential.WebAuthnCredentialProvider;
import org.keycloak.credential.hash.PasswordHashProvider;
import org.keycloak.credential.hash.PasswordHashProviderFactory;
import org.keycloak.models.KeycloakContext;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.RealmModel;
import org.keycloak.models.RoleModel;
import org.keycloak.models.ThemeManager;
import org.keycloak.models.UserProvider;
import org.keycloak.organization.OrganizationProvider;
import org.keycloak.provider.ProviderFactory;
import org.keycloak.representations.userprofile.config.UPConfig;
import org.keycloak.userprofile.DeclarativeUserProfileProvider;
import org.keycloak.userprofile.DeclarativeUserProfileProviderFactory;
import org.keycloak.userprofile.UserProfileProvider;
import org.keycloak.userprofile.config.UPConfigUtils;
import org.keycloak.util.JsonSerialization;
import org.keycloak.validate.Validator;
import org.keycloak.validate.ValidatorFactory;

/**
 * The part of a running Keycloak that the rules of a record use: a realm with a user profile, real validators, no
 * database.
 */
final class FakeKeycloak {

    /** Id of the realm's default role. */
    static final String DEFAULT_ROLE = "default";

    /** Switches of the realm that are on, by the name of the getter. */
    final Set<String> on = new HashSet<>();

    /** Ids of the installed required actions. */
    final Set<String> requiredActions = new HashSet<>();

    final UPConfig profile = UPConfigUtils.parseSystemDefaultConfig();
    private final DeclarativeUserProfileProviderFactory profiles = new DeclarativeUserProfileProviderFactory();
    private final Map<String, ValidatorFactory> validators = new HashMap<>();

    /** The job that is undone; {@code null} for a normal import. */
    JobSpec.Undone undone;

    FakeKeycloak() {
        Profile.defaults();
        profiles.init(Config.scope("none"));
        for (ValidatorFactory factory : ServiceLoader.load(ValidatorFactory.class)) {
            factory.init(Config.scope("none"));
            validators.put(factory.getId(), factory);
        }
    }

    KeycloakSession session() {
        RealmModel realm = realm();
        KeycloakContext context = ProfileSession.proxy(
                KeycloakContext.class,
                (self, method, arguments) ->
                        "getRealm".equals(method.getName()) ? realm : ProfileSession.nothing(method));
        return ProfileSession.proxy(KeycloakSession.class, (self, method, arguments) -> switch (method.getName()) {
            case "getContext" -> context;
            case "getKeycloakSessionFactory" -> factory();
            case "users" -> ProfileSession.proxy(UserProvider.class, (users, find, by) -> ProfileSession.nothing(find));
            case "theme" ->
                ProfileSession.proxy(ThemeManager.class, (manager, get, by) -> {
                    throw new IOException("This server has no themes");
                });
            case "getProvider" -> provider((KeycloakSession) self, arguments);
            default -> ProfileSession.nothing(method);
        });
    }

    private Object provider(KeycloakSession session, Object[] arguments) {
        if (arguments[0] == Validator.class) {
            ValidatorFactory factory = validators.get((String) arguments[1]);
            return factory == null ? null : factory.create(session);
        }
        if (arguments[0] == UserProfileProvider.class) {
            return new DeclarativeUserProfileProvider(session, profiles);
        }
        if (arguments[0] == OrganizationProvider.class) {
            return ProfileSession.proxy(
                    OrganizationProvider.class, (self, method, given) -> ProfileSession.nothing(method));
        }
        if (arguments[0] == CredentialProvider.class) {
            return switch ((String) arguments[1]) {
                case "otp" -> new OTPCredentialProvider(session);
                case "webauthn" -> new WebAuthnCredentialProvider(session, null, new ObjectConverter());
                case "recovery" -> new RecoveryAuthnCodesCredentialProvider(session);
                default -> new PasswordCredentialProvider(session, null, false, false, false, false, false);
            };
        }
        return null;
    }

    private KeycloakSessionFactory factory() {
        return ProfileSession.proxy(
                KeycloakSessionFactory.class, (self, method, arguments) -> switch (method.getName()) {
                    case "getProviderFactoriesStream" ->
                        arguments[0] == CredentialProvider.class
                                ? credentials()
                                : arguments[0] == PasswordHashProvider.class
                                        ? hashes()
                                        : arguments[0] == RequiredActionProvider.class
                                                ? requiredActions.stream()
                                                        .map(id -> named(RequiredActionFactory.class, id))
                                                : Stream.empty();
                    case "getProviderFactory" ->
                        arguments[0] == Validator.class ? validators.get((String) arguments[1]) : profiles;
                    default -> ProfileSession.nothing(method);
                });
    }

    private static Stream<ProviderFactory<?>> credentials() {
        return Stream.of("password", "otp", "webauthn", "recovery")
                .map(id -> named(CredentialProviderFactory.class, id));
    }

    private static <T extends ProviderFactory<?>> T named(Class<T> type, String id) {
        return ProfileSession.proxy(
                type,
                (self, method, arguments) -> "getId".equals(method.getName()) ? id : ProfileSession.nothing(method));
    }

    private static Stream<ProviderFactory<?>> hashes() {
        Stream<ProviderFactory<?>> ofKeycloak = Stream.of("pbkdf2", "pbkdf2-sha256", "pbkdf2-sha512", "argon2")
                .map(id -> named(PasswordHashProviderFactory.class, id));
        Stream<ProviderFactory<?>> ours = ServiceLoader.load(PasswordHashProviderFactory.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(ForeignHashFactory.class::isInstance)
                .map(factory -> factory);
        return Stream.concat(ofKeycloak, ours);
    }

    RealmModel realm() {
        ComponentModel component = new ComponentModel();
        component.setId("profile");
        component.setProviderId(DeclarativeUserProfileProviderFactory.ID);
        component.setConfig(new MultivaluedHashMap<>());
        try {
            component
                    .getConfig()
                    .putSingle(
                            DeclarativeUserProfileProvider.UP_COMPONENT_CONFIG_KEY,
                            JsonSerialization.writeValueAsString(profile));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        RoleModel defaultRole = ProfileSession.proxy(
                RoleModel.class,
                (self, method, arguments) ->
                        "getId".equals(method.getName()) ? DEFAULT_ROLE : ProfileSession.nothing(method));
        return ProfileSession.proxy(RealmModel.class, (self, method, arguments) -> switch (method.getName()) {
            case "getId", "getName" -> "realm";
            case "getDefaultRole" -> defaultRole;
            case "getSmtpConfig" -> Map.of();
            case "getComponentsStream" ->
                arguments != null && UserProfileProvider.class.getName().equals(arguments[arguments.length - 1])
                        ? Stream.of(component)
                        : Stream.empty();
            default ->
                method.getReturnType() == boolean.class
                        ? (Object) on.contains(method.getName())
                        : ProfileSession.nothing(method);
        });
    }

    ImportContext context(IfExists ifExists) {
        KeycloakSession session = session();
        Map<Object, Object> shared = new HashMap<>();
        return ProfileSession.proxy(ImportContext.class, (self, method, arguments) -> switch (method.getName()) {
            case "session" -> session;
            case "realm" -> session.getContext().getRealm();
            case "spec" ->
                new JobSpec(
                        "job",
                        "realm",
                        "users",
                        Operation.IMPORT,
                        1000,
                        undone,
                        JobOptions.DEFAULTS.with(JobOption.IF_EXISTS, ifExists));
            case "shared" -> shared.computeIfAbsent(arguments[0], type -> ((Supplier<?>) arguments[1]).get());
            default -> ProfileSession.nothing(method);
        });
    }

    /** The record after validation. */
    Item<UserDraft> validate(UserRecord user, IfExists ifExists) {
        ImportContext context = context(ifExists);
        Item<UserRecord> item = new Item<>(1, user, user.getUsername());
        return item.with(new UserRules(context, new ProfileRules(context)).check(item));
    }
}
