// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useEffect, useRef, type FocusEvent, type RefCallback } from "react";

interface KeptFocus<T extends HTMLElement> {
    readonly ref: RefCallback<T>;
    readonly onFocus: (event: FocusEvent) => void;
    readonly tabIndex: -1;
}

/**
 * Keeps the focus in a part of the page where what has it is removed: the button that takes its place gets it, or the last
 * one, or the part itself.
 */
export function useKeptFocus<T extends HTMLElement>(): KeptFocus<T> {
    const part = useRef<T | null>(null);
    const last = useRef<{ readonly element: Element; readonly place: number }>();
    useEffect(() => {
        const lost = last.current;
        if (!part.current || !lost || lost.element.isConnected) {
            return;
        }
        last.current = undefined;
        if (document.activeElement && document.activeElement !== document.body) {
            return;
        }
        const buttons = buttonsOf(part.current);
        (buttons[Math.min(lost.place, buttons.length - 1)] ?? part.current).focus();
    });
    return {
        ref: (element) => {
            part.current = element;
        },
        onFocus: ({ target }) => {
            if (part.current && target !== part.current) {
                last.current = { element: target, place: buttonsOf(part.current).indexOf(target as HTMLElement) };
            }
        },
        tabIndex: -1,
    };
}

function buttonsOf(part: HTMLElement): readonly HTMLElement[] {
    return [...part.querySelectorAll<HTMLElement>("button")];
}
