// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import type { Access } from "../console/access";

/** Properties of every page. */
export interface ContentProps {
    /** Segments of the address after the page's name. */
    readonly rest: readonly string[];
    readonly access: Access;
}
