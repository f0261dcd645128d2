// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Realms with their settings: from a server or from documents into a new realm, and settings into one that exists. */
package io.keylift.client.realm;
