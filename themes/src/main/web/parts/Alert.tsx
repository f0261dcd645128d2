// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from "react";
import { Button } from "./Button";

const SIGNS = {
    info: "M256 8a248 248 0 1 0 0 496 248 248 0 0 0 0-496zm0 110a42 42 0 1 1 0 84 42 42 0 0 1 0-84zm56 254c0 7-5 12-12 12h-88c-7 0-12-5-12-12v-24c0-7 5-12 12-12h12v-64h-12c-7 0-12-5-12-12v-24c0-7 5-12 12-12h64c7 0 12 5 12 12v100h12c7 0 12 5 12 12v24z",
    success:
        "M504 256a248 248 0 1 1-496 0 248 248 0 0 1 496 0zM227 387l184-184c6-6 6-16 0-23l-22-22c-7-7-17-7-23 0L216 308l-70-70c-6-7-16-7-23 0l-22 22c-6 7-6 17 0 23l104 104c6 6 16 6 22 0z",
    warning:
        "M504 464L278 72c-10-17-34-17-44 0L8 464c-10 17 2 40 22 40h452c20 0 32-23 22-40zM256 344a43 43 0 1 1 0 86 43 43 0 0 1 0-86zm-41-154c0-7 5-13 12-13h58c7 0 12 6 12 13l-7 118c0 6-5 11-12 11h-44c-7 0-12-5-12-11l-7-118z",
    danger: "M504 256a248 248 0 1 1-496 0 248 248 0 0 1 496 0zm-248 50a46 46 0 1 0 0 92 46 46 0 0 0 0-92zm-44-165l7 136c1 6 6 11 12 11h50c6 0 11-5 12-11l7-136c0-7-5-13-12-13h-64c-7 0-12 6-12 13z",
} as const;

export type AlertKind = keyof typeof SIGNS;

interface AlertProps {
    readonly kind: AlertKind;
    readonly title: string;
    readonly children?: ReactNode;
    readonly testId?: string;
    /** Closes the message; without it, the message is a part of the page. */
    readonly onClose?: () => void;
    readonly closeLabel?: string;
}

/** A message that screen readers announce when it appears. */
export function Alert({ kind, title, children, testId, onClose, closeLabel }: AlertProps) {
    return (
        <div
            className={`pf-v5-c-alert pf-m-${kind}${onClose ? "" : " pf-m-inline keylift-alert"}`}
            role={kind === "danger" ? "alert" : "status"}
            data-testid={testId}
        >
            <div className="pf-v5-c-alert__icon">
                <svg
                    className="pf-v5-svg"
                    viewBox="0 0 512 512"
                    fill="currentColor"
                    width="1em"
                    height="1em"
                    aria-hidden="true"
                >
                    <path d={SIGNS[kind]} />
                </svg>
            </div>
            <p className="pf-v5-c-alert__title">{title}</p>
            {onClose && (
                <div className="pf-v5-c-alert__action">
                    <Button kind="plain" aria-label={closeLabel} onClick={onClose}>
                        ✕
                    </Button>
                </div>
            )}
            {children && <div className="pf-v5-c-alert__description">{children}</div>}
        </div>
    );
}
