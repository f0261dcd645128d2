// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.spi.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A valid record: a user as the realm's rules leave it, which is what a new user's rows hold. */
final class UserDraft {

    /** The record as it was sent. */
    final UserRecord record;

    /** Lower-cased, and the e-mail address in a realm that uses it as username. */
    String username;

    /** Lower-cased, or {@code null}. */
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

    /** Whether a temporary password asks the user for a new one. */
    boolean updatePassword;

    /** Whether a new user has nothing to sign in with, and is to choose a password. */
    boolean choosesPassword;

    /** Why this cannot become a new user, or {@code null}. */
    Violation fault;

    UserDraft(UserRecord record) {
        this.record = record;
    }
}
