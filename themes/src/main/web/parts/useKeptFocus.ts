// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useEffect, useRef, type FocusEvent, type RefCallback } from "react";

interface KeptFocus<T extends HTMLElement> {
    readonly ref: RefCallback<T>;
    readonly onFocus: (event: FocusEvent) => void;
    readonly tabIndex: -1;
}

/** The focused element, and its number among the buttons. */
interface Place {
    readonly element: Element;
    readonly place: number;
}

/**
 * Keeps the focus in a part of the page when the focused element is removed. It moves to the button in its place, to
 * the last button, or to the part itself.
 */
export function useKeptFocus<T extends HTMLElement>(): KeptFocus<T> {
    const part = useRef<T | null>(null);
    const last = useRef<Place>();
    useEffect(() => {
        const active = document.activeElement;
        if (!part.current) {
            return;
        }
        // An element that is focused while it is rendered fires no event.
        if (active && active !== part.current && part.current.contains(active)) {
            last.current = placeOf(active, part.current);
            return;
        }
        const lost = last.current;
        if (!lost || lost.element.isConnected) {
            return;
        }
        last.current = undefined;
        if (active && active !== document.body) {
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
                last.current = placeOf(target, part.current);
            }
        },
        tabIndex: -1,
    };
}

function placeOf(element: Element, part: HTMLElement): Place {
    return { element, place: buttonsOf(part).indexOf(element as HTMLElement) };
}

function buttonsOf(part: HTMLElement): readonly HTMLElement[] {
    return [...part.querySelectorAll<HTMLElement>("button")];
}
