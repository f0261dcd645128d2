// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.realm;

/**
 * Something that a copy of a realm lacks.
 *
 * @param place where it is in the realm, such as {@code smtpServer/password}
 * @param reason why the copy lacks it
 * @param way how to do it by hand
 */
public record Gap(String place, String reason, String way) {

    /** Whether a setting is what is missing, or belongs to the component that it is missing in. */
    boolean covers(String setting) {
        String holder = place.substring(0, Math.max(0, place.lastIndexOf('/')));
        return setting.equals(place) || holder.contains("/") && setting.contains(holder + "/");
    }

    @Override
    public String toString() {
        return place + ": " + reason + ". " + way;
    }
}
