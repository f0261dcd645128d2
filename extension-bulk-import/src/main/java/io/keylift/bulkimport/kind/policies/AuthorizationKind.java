// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.policies;

import io.keylift.bulkimport.kind.reference.ResourceServers;
import io.keylift.bulkimport.kind.spi.ChunkWriter;
import io.keylift.bulkimport.kind.spi.FieldRule;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RecordOperation;
import io.keylift.bulkimport.kind.spi.RecordSource;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.keycloak.common.Profile;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/**
 * What the kinds of policies and permissions have in common.
 *
 * @param <R> class of a record
 */
abstract class AuthorizationKind<R extends AuthorizationRecord> implements ImportKind<R, R> {

    /** The rule of the type, which every record gives and which never changes. */
    static final FieldRule TYPE = new FieldRule(
            "rejected", "must be the stored value", "rejected", "must be the stored value; absent: rejected");

    abstract PolicyFamily<R> family();

    @Override
    public final void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        ResourceServers.requirePermission(permissions);
    }

    @Override
    public final boolean isUnrestricted(AdminPermissionEvaluator permissions) {
        return permissions.realm().canManageAuthorization(null);
    }

    @Override
    public final String key(R record) {
        return record.getName();
    }

    /** Policies and permissions of a client share their names. */
    @Override
    public final Collection<UniqueKey> uniqueKeys(R record) {
        List<UniqueKey> keys = new ArrayList<>(2);
        keys.add(new UniqueKey(PolicyLinks.POLICY, PolicyLinks.value(record.getClient(), record.getName()), "/name"));
        if (record.getId() != null) {
            keys.add(new UniqueKey("id", record.getId(), "/id"));
        }
        return keys;
    }

    @Override
    public final RecordValidator<R, R> validator(ImportContext context) {
        return validator(item -> {
            PolicyRules.check(item);
            if (!item.isRejected()) {
                family().check(item, context);
            }
        });
    }

    /** A validator with these rules, unless the server has no authorization. */
    final RecordValidator<R, R> validator(Consumer<Item<R>> rules) {
        boolean enabled = Profile.isFeatureEnabled(Profile.Feature.AUTHORIZATION);
        return RecordValidator.of(enabled ? rules : PolicyRules::rejectDisabled);
    }

    @Override
    public final ChunkWriter<R> writer(ImportContext context) {
        return new PoliciesWriter<>(context, family());
    }

    @Override
    public final RecordOperation<R, ?> removal() {
        return new PoliciesRemoval<>(this);
    }

    @Override
    public final RecordSource<R> source() {
        return new PoliciesSource<>(family());
    }
}
