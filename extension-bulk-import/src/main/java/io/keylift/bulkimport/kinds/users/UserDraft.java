// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.spi.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A valid record: a user after the realm's rules, with the values of a new user's rows. */
final class UserDraft {

    /** The record as it was sent. */
    final UserRecord record;

    /** In lower case. The email address in a realm that uses it as username. */
    String username;

    /** In lower case, or {@code null}. */
    String email;

    /** Whether the realm requires the email address to be unique. */
    boolean uniqueEmail;
    /** Whether the realm lets users sign in with their email address. */
    boolean signInByEmail;

    String firstName;
    String lastName;

    /** Attributes that have no column of their own, without blank values. */
    Map<String, List<String>> attributes = Map.of();

    /** Credentials in the order given, converted from Keycloak's deprecated form. */
    final List<CredentialDraft> credentials = new ArrayList<>(1);

    /** Whether the user must replace a temporary password. */
    boolean updatePassword;

    /** Whether a new user has no credentials and must choose a password. */
    boolean choosesPassword;

    /** Reason why this cannot become a new user, or {@code null}. */
    Violation fault;

    UserDraft(UserRecord record) {
        this.record = record;
    }
}
