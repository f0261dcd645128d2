// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import io.keylift.bulkimport.job.Drop;
import java.util.Set;

/** The stable codes of rejects. docs/reject-codes.md describes each code for users. */
public final class RejectCode {
    /** The line is not JSON, or does not fit the kind's class. */
    public static final String MALFORMED_JSON = "malformed_json";
    /** A field has a value of the wrong type. */
    public static final String WRONG_TYPE = "wrong_type";
    /** The kind does not know the field. A job with {@link Drop#UNKNOWN_FIELDS} can leave it out. */
    public static final String UNKNOWN_FIELD = "unknown_field";
    /** The field exists but an import does not support it. */
    public static final String UNSUPPORTED_FIELD = "unsupported_field";
    /**
     * No user may write the attribute in this realm. A job with {@link Drop#UNWRITABLE_ATTRIBUTES} can leave it out.
     * The message ends with the change that the realm requires, without a full stop, because the engine completes it.
     */
    public static final String UNWRITABLE_ATTRIBUTE = "unwritable_attribute";
    /** The job leaves such parts out, but without this part the object would give more access than with it. */
    public static final String WOULD_WIDEN_ACCESS = "would_widen_access";
    /** The server has no kind of this name, or the kind lacks the operation. */
    public static final String UNKNOWN_KIND = "unknown_kind";
    /** The realm cannot import records of this kind in its present state. */
    public static final String KIND_UNAVAILABLE = "kind_unavailable";
    /** A required field is missing or blank. */
    public static final String MISSING = "missing";
    /** A value violates a rule of the realm or of Keycloak; the message says which. */
    public static final String INVALID = "invalid";
    /** A value is longer than Keycloak can store or the realm allows. */
    public static final String TOO_LONG = "too_long";
    /** The key is taken and {@code ifExists} is {@code fail}. */
    public static final String EXISTS = "exists";
    /** Another unique value of the record is already taken. */
    public static final String CONFLICT = "conflict";
    /** An undo cannot restore the object as it was. */
    public static final String NOT_RESTORED = "not_restored";
    /** An earlier record of the same chunk has the same key. */
    public static final String DUPLICATE = "duplicate_in_input";
    /** The caller does not have permission for the change that the record requests. */
    public static final String FORBIDDEN = "forbidden";
    /** The realm, or the server, has organizations disabled. */
    public static final String ORGANIZATIONS_DISABLED = "organizations_disabled";
    /** The client, or the server, has authorization disabled. */
    public static final String AUTHORIZATION_DISABLED = "authorization_disabled";
    /** The database refused the record. */
    public static final String DATABASE = "database_refused";
    /** The user storage that creates new users refused the user. */
    public static final String STORAGE = "storage_refused";
    /** The server fails on this record only; its log has the cause. */
    public static final String FAILED = "failed";

    /**
     * The realm has no user with the given name or id. This and the following codes also apply to an object that the
     * caller may not view.
     */
    public static final String UNKNOWN_USER = "unknown_user";

    public static final String UNKNOWN_ROLE = "unknown_role";
    public static final String UNKNOWN_CLIENT = "unknown_client";
    public static final String UNKNOWN_CLIENT_SCOPE = "unknown_client_scope";
    public static final String UNKNOWN_SCOPE = "unknown_scope";
    public static final String UNKNOWN_RESOURCE = "unknown_resource";
    public static final String UNKNOWN_POLICY = "unknown_policy";
    public static final String UNKNOWN_GROUP = "unknown_group";
    public static final String UNKNOWN_ORGANIZATION = "unknown_organization";
    public static final String UNKNOWN_DEPARTMENT = "unknown_department";
    public static final String UNKNOWN_FLOW = "unknown_flow";
    public static final String UNKNOWN_IDENTITY_PROVIDER = "unknown_identity_provider";
    public static final String UNKNOWN_REQUIRED_ACTION = "unknown_required_action";
    public static final String UNKNOWN_CAPABILITY = "unknown_capability";
    /**
     * The codes of references to objects that the realm does not have. A job with {@link Drop#UNKNOWN_REFERENCES} can
     * leave out those that {@link RecordShape#grants} names.
     */
    public static final Set<String> REFERENCES = Set.of(
            UNKNOWN_USER,
            UNKNOWN_ROLE,
            UNKNOWN_CLIENT,
            UNKNOWN_CLIENT_SCOPE,
            UNKNOWN_SCOPE,
            UNKNOWN_RESOURCE,
            UNKNOWN_POLICY,
            UNKNOWN_GROUP,
            UNKNOWN_ORGANIZATION,
            UNKNOWN_DEPARTMENT,
            UNKNOWN_FLOW,
            UNKNOWN_IDENTITY_PROVIDER,
            UNKNOWN_REQUIRED_ACTION,
            UNKNOWN_CAPABILITY,
            ORGANIZATIONS_DISABLED);

    /** An object, such as a composite role, would contain itself. */
    public static final String CYCLE = "cycle";

    /** A password violates the password policy of the realm. */
    public static final String PASSWORD_POLICY = "password_policy";
    /** The server cannot verify a password against the hash. */
    public static final String UNKNOWN_HASH_ALGORITHM = "unknown_hash_algorithm";
    /** To verify a password against the hash would take more time or memory than a sign-in may. */
    public static final String HASH_TOO_COSTLY = "hash_too_costly";
    /** The options of the server do not have the old system of a password for this realm. */
    public static final String UNKNOWN_REMOTE = "unknown_remote";

    private RejectCode() {}
}
