// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Import of organizations with their domains and attributes. */
package io.keylift.bulkimport.kinds.organizations;
