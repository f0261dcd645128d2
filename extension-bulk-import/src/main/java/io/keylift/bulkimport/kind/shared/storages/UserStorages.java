// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.storages;

import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.StorageUnreachableException;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.keycloak.component.PrioritizedComponentModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.ModelDuplicateException;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;
import org.keycloak.storage.StorageId;
import org.keycloak.storage.UserStorageManager;
import org.keycloak.storage.UserStorageProvider;
import org.keycloak.storage.UserStorageProviderModel;
import org.keycloak.storage.ldap.LDAPStorageProvider;
import org.keycloak.storage.user.UserLookupProvider;
import org.keycloak.storage.user.UserRegistrationProvider;

/**
 * The enabled user storages of the realm, in the order in which Keycloak asks them. If a storage does not respond,
 * Keycloak's own look-up assumes that it does not have the user; this one fails.
 */
public final class UserStorages {

    private final RealmModel realm;
    private final List<UserStorageProviderModel> enabled;
    private final Instances instances;

    private UserStorages(ImportContext context) {
        realm = context.realm();
        enabled = enabled(realm);
        instances = new Instances(context.session());
    }

    private static List<UserStorageProviderModel> enabled(RealmModel realm) {
        return realm.getComponentsStream(realm.getId(), UserStorageProvider.class.getName())
                .map(UserStorageProviderModel::new)
                .filter(UserStorageProviderModel::isEnabled)
                .sorted(PrioritizedComponentModel.comparator)
                .toList();
    }

    /** Reason why the import cannot ask all storages for a user, such as a missing provider; {@code null} if it can. */
    public static String obstacle(KeycloakSession session, RealmModel realm) {
        return enabled(realm).stream()
                .filter(storage -> session.getKeycloakSessionFactory()
                                .getProviderFactory(UserStorageProvider.class, storage.getProviderId())
                        == null)
                .findFirst()
                .map(storage -> "The server has no provider " + storage.getProviderId() + " for the user storage "
                        + storage.getName() + ". Install the provider, or disable the storage.")
                .orElse(null);
    }

    public static UserStorages of(ImportContext context) {
        return new UserStorages(context);
    }

    /** Whether the realm has no enabled storage. */
    public boolean isEmpty() {
        return enabled.isEmpty();
    }

    /** Name of the storage with this id; the id itself if the realm has no such storage. */
    public static String name(ImportContext context, String storageId) {
        return context.realm()
                .getComponentsStream(context.realm().getId(), UserStorageProvider.class.getName())
                .filter(component -> component.getId().equals(storageId))
                .map(component -> component.getName())
                .findFirst()
                .orElse(storageId);
    }

    /**
     * Whether a storage may create new users. LDAP shows by its settings that it does not; other storages decide for
     * each user.
     */
    public boolean takeNewUsers() {
        return enabled.stream().anyMatch(this::takesNewUsers);
    }

    private boolean takesNewUsers(UserStorageProviderModel storage) {
        UserRegistrationProvider provider = instances.of(storage, UserRegistrationProvider.class);
        return provider instanceof LDAPStorageProvider ldap ? ldap.synchronizeRegistrations() : provider != null;
    }

    /** Id of the storage that a user belongs to; {@code null} for a user of the realm itself. */
    public static String of(UserModel user) {
        String storage = StorageId.providerId(user.getId());
        return storage == null ? user.getFederationLink() : storage;
    }

    /** Message for a user of a storage who is not changed. */
    public static String changesGoThere(String storage) {
        return "The user belongs to the user storage " + storage + ". Change the user there.";
    }

    /**
     * The user of the first storage that has one, or {@code null}. A storage that imports its users adds a row to the
     * realm's tables; the transaction decides whether it stays.
     *
     * @throws StorageFailure if a storage fails
     */
    StorageUser ask(Question question) {
        for (UserStorageProviderModel storage : enabled) {
            if (question.by() != Question.By.ID || storage.getId().equals(StorageId.providerId(question.value()))) {
                StorageUser user = ask(storage, question);
                if (user != null) {
                    return user;
                }
            }
        }
        return null;
    }

    private StorageUser ask(UserStorageProviderModel storage, Question question) {
        try {
            UserLookupProvider provider = instances.of(storage, UserLookupProvider.class);
            UserModel user = provider == null ? null : question.ask(realm, provider);
            return user == null
                    ? null
                    : new StorageUser(
                            storage.getId(),
                            storage.getName(),
                            user.getId(),
                            lower(user.getUsername()),
                            lower(user.getEmail()));
        } catch (ModelDuplicateException e) {
            // The storage has such a user, who cannot be imported because it conflicts with another user.
            return new StorageUser(storage.getId(), storage.getName(), null, null, null);
        } catch (RuntimeException e) {
            throw new StorageFailure(storage.getId(), storage.getName(), e);
        }
    }

    /** Returns normally if all storages respond. */
    public void probe() {
        enabled.forEach(storage -> probe(storage.getId()));
    }

    /** Returns normally if the storage responds to a look-up of a user that does not exist. */
    void probe(String storageId) {
        for (UserStorageProviderModel storage : enabled) {
            if (storage.getId().equals(storageId)) {
                try {
                    ask(storage, new Question(Question.By.USERNAME, "probe-" + UUID.randomUUID()));
                } catch (StorageFailure e) {
                    throw new StorageUnreachableException(storage.getName(), e.getCause());
                }
            }
        }
    }

    private static String lower(String text) {
        return text == null ? null : text.toLowerCase(Locale.ROOT);
    }

    /** A storage fails for any reason. */
    static final class StorageFailure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        final String storageId;
        final String storage;

        StorageFailure(String storageId, String storage, RuntimeException cause) {
            super("The user storage " + storage + " fails", cause);
            this.storageId = storageId;
            this.storage = storage;
        }
    }

    /** The session's instances of storages, shared with Keycloak's own look-ups. */
    private static final class Instances extends UserStorageManager {

        Instances(KeycloakSession session) {
            super(session);
        }

        <T> T of(UserStorageProviderModel storage, Class<T> type) {
            return getStorageProviderInstance(storage, type);
        }
    }
}
