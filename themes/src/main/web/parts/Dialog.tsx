// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useEffect, useId, useRef, type ReactNode } from "react";

interface DialogProps {
    readonly title: string;
    readonly children: ReactNode;
    /** Buttons. */
    readonly actions: ReactNode;
    readonly onClose: () => void;
    readonly testId?: string;
}

/** A modal question. Escape answers it with no. */
export function Dialog({ title, children, actions, onClose, testId }: DialogProps) {
    const id = useId();
    const dialog = useRef<HTMLDialogElement>(null);
    useEffect(() => {
        const opener = document.activeElement;
        dialog.current?.showModal();
        return () => {
            if (opener instanceof HTMLElement) {
                opener.focus();
            }
        };
    }, []);
    return (
        <dialog
            ref={dialog}
            className="pf-v5-c-modal-box pf-m-sm keylift-dialog"
            aria-labelledby={id}
            onCancel={(event) => {
                event.preventDefault();
                onClose();
            }}
            data-testid={testId}
        >
            <header className="pf-v5-c-modal-box__header">
                <h1 className="pf-v5-c-modal-box__title" id={id}>
                    {title}
                </h1>
            </header>
            <div className="pf-v5-c-modal-box__body">{children}</div>
            <footer className="pf-v5-c-modal-box__footer">{actions}</footer>
        </dialog>
    );
}
