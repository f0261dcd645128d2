// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Import of the resources that clients protect. */
package io.keylift.bulkimport.kinds.resources;
