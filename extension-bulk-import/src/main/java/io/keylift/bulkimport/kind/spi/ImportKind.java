// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import io.keylift.bulkimport.job.Warning;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.keycloak.Config;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.RealmModel;
import org.keycloak.provider.Provider;
import org.keycloak.provider.ProviderFactory;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/**
 * Something that can be imported. A kind is one class that implements this interface and one line in {@code
 * META-INF/services/io.keylift.bulkimport.kind.spi.ImportKind}; its id is the path segment of its endpoint.
 */
public interface ImportKind<R> extends ProviderFactory<ImportKind<R>>, Provider {

    /** The class a line of input is read into. */
    Class<R> recordType();

    /** One sentence for people: what a record describes. */
    String description();

    /** The field or fields that identify a record, as a person would name them. */
    String keyField();

    /** Examples of records, and what of them the record's class does not say; read once. */
    RecordShape shape();

    /** The permission an import needs, as a person would name it, for example {@code manage-users}. */
    String requiredPermission();

    /** Throws {@link jakarta.ws.rs.ForbiddenException} for a caller who may not import this kind at all. */
    void requirePermission(AdminPermissionEvaluator permissions);

    /**
     * Whether a caller whom {@link #requirePermission} lets in may import every record of this kind, and so see and steer what others
     * import. Not so where each record asks for its own right.
     */
    default boolean isUnrestricted(AdminPermissionEvaluator permissions) {
        return true;
    }

    /** Why nothing of this kind can be imported into the realm as it is, as a sentence for people, or {@code null}. */
    default String obstacle(KeycloakSession session, RealmModel realm) {
        return null;
    }

    /** What of this record a reject names, or {@code null}. */
    String key(R record);

    /**
     * Everything of the record that is unique in the realm, its own key first. Two records of an import with the same unique key are never
     * written at the same time; within a chunk the later one is rejected.
     */
    Collection<UniqueKey> uniqueKeys(R record);

    /**
     * What the record changes without wanting it for itself alone. Two records of an import that touch the same are never written at the same
     * time, but in the order of the input; within a chunk it is the importer that keeps to it. A dry run takes what an earlier chunk has touched
     * for something that is there.
     */
    default Collection<UniqueKey> sharedKeys(R record) {
        return List.of();
    }

    /**
     * Names that the record keeps others from having, without having them itself: where people may sign in with their e-mail addresses, a
     * username is nobody else's address. Records of which one has what the other excludes are written in the order of the input; that they
     * exclude each other is for the importer to say.
     */
    default Collection<UniqueKey> excludedKeys(R record) {
        return List.of();
    }

    /**
     * Those of {@link #uniqueKeys} that no constraint of the database keeps unique. Two jobs that write the same at the same moment would both
     * get it; so they wait for each other. The same goes for names that one record has and another excludes.
     */
    default Collection<UniqueKey> unconstrainedKeys(R record) {
        return List.of();
    }

    /**
     * What a record that was added gives reason to warn of if nearly all of many are like it, or {@code null}. Its sentence is the same for
     * all of them.
     */
    default Warning warning(R record) {
        return null;
    }

    /** Importer for one chunk. */
    ChunkImporter<R> importer(ImportContext context);

    /** Whether {@code op=remove} removes what records of this kind name. If so, {@link #remover} is implemented, too. */
    default boolean isRemovable() {
        return false;
    }

    /**
     * Throws {@link jakarta.ws.rs.ForbiddenException} for a caller who may not remove anything of this kind. Where the right depends on what
     * is removed, as with fine-grained permissions, the remover decides for each record.
     */
    default void requireRemovalPermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        requirePermission(permissions);
    }

    /**
     * The fields that a removal reads: those by which a record says what is to be removed. Other fields of a record are ignored, whatever
     * their names and values. Empty if a removal reads records as an import does.
     */
    default Set<String> removalFields() {
        return Set.of();
    }

    /** What of a record that is to be removed its results name, or {@code null}. */
    default String removalKey(R record) {
        return key(record);
    }

    /** All keys by which a record says what is to be removed; they serve as {@link #uniqueKeys} do in an import. */
    default Collection<UniqueKey> removalKeys(R record) {
        return uniqueKeys(record);
    }

    /**
     * Remover for one chunk; the same steps as an importer's. It reads and demands the key of a record alone, so that bare keys and the very
     * input that was imported both serve. What is there and may be removed becomes {@link io.keylift.bulkimport.job.Outcome#REMOVED} by
     * {@link Item#removed}, what is not there (any more) {@link io.keylift.bulkimport.job.Outcome#SKIPPED}. It locks the rows it is going to
     * remove in an order that does not depend on the input, before it counts on them: others may be removing the same.
     */
    default ChunkImporter<R> remover(ImportContext context) {
        throw new UnsupportedOperationException("Nothing of kind " + getId() + " can be removed");
    }

    @Override
    default ImportKind<R> create(KeycloakSession session) {
        return this;
    }

    @Override
    default void init(Config.Scope config) {}

    @Override
    default void postInit(KeycloakSessionFactory factory) {}

    @Override
    default void close() {}
}
