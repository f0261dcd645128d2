// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.rows.Ids;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.keycloak.models.PasswordPolicy;
import org.keycloak.models.credential.PasswordCredentialModel;
import org.keycloak.models.credential.RecoveryAuthnCodesCredentialModel;
import org.keycloak.models.jpa.entities.CredentialEntity;
import org.keycloak.models.jpa.entities.UserEntity;

/** Merges a record's credentials with the stored ones, row by row as Keycloak's credential providers do. */
final class CredentialRows {

    /** Distance of the priorities of two credentials. */
    private static final int STEP = 10;

    private final int historySize;
    private final int historyDays;

    CredentialRows(PasswordPolicy policy) {
        this(policy.getExpiredPasswords(), policy.getPasswordAgeInDays());
    }

    /**
     * @param historySize number of passwords that are remembered, including the current one
     * @param historyDays number of days for which passwords are remembered
     */
    CredentialRows(int historySize, int historyDays) {
        this.historySize = historySize;
        this.historyDays = Math.max(0, historyDays);
    }

    /**
     * Adds or replaces credentials.
     *
     * @param stored the user's credentials by ascending priority; empty for a new user
     * @param credentials those that the user does not have
     */
    void apply(
            UserEntity user,
            List<CredentialEntity> stored,
            List<CredentialDraft> credentials,
            UserRows rows,
            long now) {
        for (CredentialDraft credential : credentials) {
            if (PasswordCredentialModel.TYPE.equals(credential.type)) {
                applyPassword(user, stored, credential, rows, now);
            } else if (RecoveryAuthnCodesCredentialModel.TYPE.equals(credential.type)) {
                first(stored, credential.type).ifPresent(row -> remove(stored, row, rows));
                add(user, stored, credential, credential.createdDate, rows);
            } else {
                add(user, stored, credential, createdDate(credential, now), rows);
            }
        }
    }

    /**
     * Gives a user exactly these credentials, in their order. Credentials that a record cannot have stay.
     *
     * @param stored the user's credentials by ascending priority
     */
    void replace(
            UserEntity user,
            List<CredentialEntity> stored,
            List<CredentialDraft> credentials,
            UserRows rows,
            long now) {
        Map<String, CredentialEntity> before = new LinkedHashMap<>();
        stored.stream()
                .filter(row -> CredentialRules.TYPES.contains(row.getType()))
                .forEach(row -> before.put(row.getId(), row));
        boolean same = List.copyOf(before.keySet())
                .equals(credentials.stream().map(credential -> credential.rowId).toList());
        List<CredentialEntity> wanted = new ArrayList<>();
        for (CredentialDraft credential : credentials) {
            CredentialEntity row = credential.rowId == null ? null : before.remove(credential.rowId);
            if (row == null) {
                add(user, stored, credential, createdDate(credential, now), rows);
                wanted.add(stored.get(stored.size() - 1));
            } else {
                row.setCreatedDate(createdDate(credential, now));
                row.setUserLabel(credential.label);
                row.setSecretData(credential.secretData);
                row.setCredentialData(credential.credentialData);
                wanted.add(row);
            }
        }
        before.values().forEach(row -> remove(stored, row, rows));
        if (!same) {
            wanted.addAll(stored.stream().filter(row -> !wanted.contains(row)).toList());
            for (int i = 0; i < wanted.size(); i++) {
                wanted.get(i).setPriority((i + 1) * STEP);
            }
        }
    }

    private void applyPassword(
            UserEntity user, List<CredentialEntity> stored, CredentialDraft credential, UserRows rows, long now) {
        CredentialEntity password = first(stored, PasswordCredentialModel.TYPE).orElse(null);
        if (password == null) {
            add(user, stored, credential, createdDate(credential, now), rows);
            return;
        }
        CredentialEntity history = null;
        if (historySize > 1 || historyDays > 0) {
            history = row(user, Ids.next(), PasswordCredentialModel.PASSWORD_HISTORY, password.getCreatedDate());
            history.setSecretData(password.getSecretData());
            history.setCredentialData(password.getCredentialData());
            append(stored, history, rows);
        }
        password.setCreatedDate(createdDate(credential, now));
        password.setUserLabel(credential.label);
        password.setSecretData(credential.secretData);
        password.setCredentialData(credential.credentialData);
        prune(stored, history, rows, now);
    }

    private void prune(List<CredentialEntity> stored, CredentialEntity added, UserRows rows, long now) {
        long oldest = now - Duration.ofDays(historyDays).toMillis();
        List<CredentialEntity> outdated = stored.stream()
                .filter(row -> PasswordCredentialModel.PASSWORD_HISTORY.equals(row.getType()))
                .sorted(Comparator.comparing(CredentialRows::date).reversed())
                .skip(Math.max(0, historySize - 1))
                .filter(row -> row != added && date(row) < oldest)
                .toList();
        outdated.forEach(row -> remove(stored, row, rows));
    }

    private static long date(CredentialEntity row) {
        return row.getCreatedDate() == null ? Long.MIN_VALUE : row.getCreatedDate();
    }

    private static Long createdDate(CredentialDraft credential, long now) {
        return credential.createdDate == null ? Long.valueOf(now) : credential.createdDate;
    }

    private static Optional<CredentialEntity> first(List<CredentialEntity> stored, String type) {
        return stored.stream().filter(row -> type.equals(row.getType())).findFirst();
    }

    private static void add(
            UserEntity user,
            List<CredentialEntity> stored,
            CredentialDraft credential,
            Long createdDate,
            UserRows rows) {
        String id = credential.rowId == null ? Ids.next() : credential.rowId;
        CredentialEntity row = row(user, id, credential.type, createdDate);
        row.setUserLabel(credential.label);
        row.setSecretData(credential.secretData);
        row.setCredentialData(credential.credentialData);
        append(stored, row, rows);
    }

    private static CredentialEntity row(UserEntity user, String id, String type, Long createdDate) {
        CredentialEntity row = new CredentialEntity();
        row.setId(id);
        row.setUser(user);
        row.setType(type);
        row.setCreatedDate(createdDate);
        return row;
    }

    private static void append(List<CredentialEntity> stored, CredentialEntity row, UserRows rows) {
        int last = stored.isEmpty() ? 0 : stored.get(stored.size() - 1).getPriority();
        row.setPriority(last + STEP);
        stored.add(row);
        rows.credential(row);
    }

    private static void remove(List<CredentialEntity> stored, CredentialEntity gone, UserRows rows) {
        for (CredentialEntity row : new ArrayList<>(stored)) {
            if (row.getPriority() > gone.getPriority()) {
                row.setPriority(row.getPriority() - STEP);
            }
        }
        stored.remove(gone);
        rows.remove(gone);
    }
}
