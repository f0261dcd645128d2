// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kinds.users.profile.ProfileSession;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.keycloak.credential.hash.PasswordHashProvider;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.PasswordPolicy;
import org.keycloak.models.RealmModel;
import org.keycloak.models.credential.PasswordCredentialModel;
import org.keycloak.representations.idm.CredentialRepresentation;
import org.keycloak.tracing.NoopTracingProvider;
import org.keycloak.tracing.TracingProvider;
import org.keycloak.utils.KeycloakSessionUtil;

/**
 * Applies the realm's password policy to plain passwords and hashes them on all cores. Hash providers limit themselves
 * to the number of cores.
 */
final class PasswordHashing {

    /** Session for hash providers on other threads: the chunk's session is not thread-safe. */
    private static final KeycloakSession NO_SESSION = ProfileSession.proxy(
            KeycloakSession.class,
            (self, method, arguments) -> "getProvider".equals(method.getName()) && arguments[0] == TracingProvider.class
                    ? new NoopTracingProvider()
                    : ProfileSession.nothing(method));

    private record Task(Item<UserDraft> item, CredentialDraft credential) {}

    private final ImportContext context;
    private final RealmModel realm;
    private final Predicate<UserDraft> goesToStorage;

    PasswordHashing(ImportContext context) {
        this.context = context;
        goesToStorage = StorageUserCreation.mayTake(context);
        this.realm = context.realm();
    }

    void hash(List<Item<UserDraft>> items) {
        List<Task> tasks = new ArrayList<>();
        PasswordPolicy policy = realm.getPasswordPolicy();
        PasswordRules rules = new PasswordRules(context);
        for (Item<UserDraft> item : items) {
            if (!item.isRejected()) {
                for (CredentialDraft credential : item.record().credentials) {
                    if (credential.plain != null && accept(rules, item, credential)) {
                        tasks.add(new Task(item, credential));
                    }
                }
            }
        }
        if (!tasks.isEmpty() && changesUsers() && StoredPasswords.areAsked(policy)) {
            compare(tasks);
        }
        if (!context.spec().dryRun()) {
            tasks.removeIf(task -> goesToStorage.test(task.item().record()));
            hashAll(tasks);
        }
    }

    /** Hashes passwords that already satisfy the policy. */
    void hashChecked(List<Item<UserDraft>> items) {
        List<Task> tasks = new ArrayList<>();
        for (Item<UserDraft> item : items) {
            for (CredentialDraft credential : item.record().credentials) {
                if (credential.isUnhashed()) {
                    tasks.add(new Task(item, credential));
                }
            }
        }
        hashAll(tasks);
    }

    private void hashAll(List<Task> tasks) {
        if (tasks.isEmpty()) {
            return;
        }
        PasswordPolicy policy = realm.getPasswordPolicy();
        PasswordHashProvider provider = provider(policy);
        int iterations = policy.getHashIterations();
        context.onAllCores(tasks, task -> hash(task, provider, iterations));
    }

    private boolean accept(PasswordRules rules, Item<UserDraft> item, CredentialDraft credential) {
        return rules.accept(item, credential, RecordUser.of(context.session(), realm, item.record()));
    }

    /** Whether passwords of existing users may change: then the policy may depend on more than the record. */
    private boolean changesUsers() {
        IfExists ifExists = context.spec().ifExists();
        return ifExists.changesWhatExists();
    }

    private void compare(List<Task> tasks) {
        Map<String, List<CredentialDraft>> credentials = new HashMap<>();
        for (Task task : tasks) {
            credentials
                    .computeIfAbsent(task.item().record().username, name -> new ArrayList<>(1))
                    .add(task.credential());
        }
        context.onAllCores(new StoredPasswords(context).comparisons(credentials), one -> withoutSession(one::run));
    }

    private PasswordHashProvider provider(PasswordPolicy policy) {
        PasswordHashProvider provider = policy.getHashAlgorithm() == null
                ? null
                : context.session().getProvider(PasswordHashProvider.class, policy.getHashAlgorithm());
        return provider == null ? context.session().getProvider(PasswordHashProvider.class) : provider;
    }

    private void hash(Task task, PasswordHashProvider provider, int iterations) {
        try {
            CredentialDraft credential = task.credential();
            withoutSession(() -> {
                PasswordCredentialModel hashed = provider.encodedCredential(credential.plain, iterations);
                credential.secretData = hashed.getSecretData();
                credential.credentialData = hashed.getCredentialData();
            });
            if (!changesUsers()) {
                credential.plain = null;
            }
            List<CredentialRepresentation> given = task.item().record().record.getCredentials();
            given.get(credential.index).setValue(null);
        } catch (RuntimeException e) {
            // The cause may quote the password, so it is not logged.
            task.item()
                    .reject(
                            RejectCode.INVALID,
                            task.credential().pointer() + "/value",
                            "The password cannot be hashed as the realm's password policy requires");
        }
    }

    private static void withoutSession(Runnable work) {
        KeycloakSession before = KeycloakSessionUtil.setKeycloakSession(NO_SESSION);
        try {
            work.run();
        } finally {
            KeycloakSessionUtil.setKeycloakSession(before);
        }
    }
}
