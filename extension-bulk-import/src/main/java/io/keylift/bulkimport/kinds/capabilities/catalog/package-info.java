// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Import of capabilities and sets. */
package io.keylift.bulkimport.kinds.capabilities.catalog;
