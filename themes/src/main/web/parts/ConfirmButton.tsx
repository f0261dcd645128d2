// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useState } from "react";
import { useLanguage } from "../language/language";
import { Button } from "./Button";

interface ConfirmButtonProps {
    readonly label: string;
    /** What is asked before it is done. */
    readonly question: string;
    readonly onConfirm: () => void;
    readonly testId?: string;
    /** What the button is about, for those who do not see where it stands. */
    readonly about?: string;
    /** Whether it is being done: then the button does nothing. */
    readonly busy?: boolean;
}

/** A button for what cannot be undone: it asks first. */
export function ConfirmButton({ label, question, onConfirm, testId, about, busy }: ConfirmButtonProps) {
    const { t } = useLanguage();
    const [asked, setAsked] = useState(false);
    const [answered, setAnswered] = useState(false);
    const answer = () => {
        setAsked(false);
        setAnswered(true);
    };
    if (!asked) {
        return (
            <Button
                kind="secondary"
                small
                className="pf-m-danger"
                // eslint-disable-next-line jsx-a11y/no-autofocus -- who has answered goes on from where they were
                autoFocus={answered}
                onClick={() => setAsked(!busy)}
                aria-disabled={busy ?? false}
                data-testid={testId}
                {...(about && { "aria-label": `${label} ${about}` })}
            >
                {label}
            </Button>
        );
    }
    return (
        <span className="keylift-confirm" role="group" aria-label={question}>
            <span>{question}</span>
            <Button
                kind="danger"
                small
                onClick={() => {
                    answer();
                    onConfirm();
                }}
                data-testid={testId && `${testId}-confirm`}
            >
                {label}
            </Button>
            <Button
                kind="link"
                // eslint-disable-next-line jsx-a11y/no-autofocus -- who presses Enter twice has confirmed nothing
                autoFocus
                onClick={answer}
                data-testid={testId && `${testId}-no`}
            >
                {t("no")}
            </Button>
        </span>
    );
}
