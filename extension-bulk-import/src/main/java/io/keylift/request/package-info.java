// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Reads query parameters and points to fields of a body, for the import and for capabilities alike. */
package io.keylift.request;
