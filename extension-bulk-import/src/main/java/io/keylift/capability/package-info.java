// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** The model of capabilities, and its view of Keycloak. */
package io.keylift.capability;
