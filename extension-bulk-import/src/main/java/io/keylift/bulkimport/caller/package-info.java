// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Who an import or export runs for, and which permissions they have now. */
package io.keylift.bulkimport.caller;
