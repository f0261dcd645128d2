// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Query parameters and JSON pointers, for the import and for capabilities. */
package io.keylift.request;
