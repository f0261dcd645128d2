// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useEffect, useRef, type RefObject } from "react";

/** Disables a part of the page. React 18 does not know the attribute `inert`. */
export function useInert<T extends HTMLElement>(inert: boolean): RefObject<T> {
    const part = useRef<T>(null);
    useEffect(() => {
        if (part.current) {
            part.current.inert = inert;
        }
    });
    return part;
}
